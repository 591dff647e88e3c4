"""How the tasks are made: references computed from the seeded world, plans beside them."""
