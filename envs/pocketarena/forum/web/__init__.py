"""Pages of the forum: settings, addresses, views and templates."""
