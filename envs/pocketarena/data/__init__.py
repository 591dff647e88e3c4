"""What the shop sells, who buys, what they say: plain records made from one seed."""
