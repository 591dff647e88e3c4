"""What reviewers say. Each fault is both complained of and praised as absent: the latter distracts."""

from __future__ import annotations

# each fault: how it is complained about, and how people say that they do NOT have it (the distractor)
COMPLAINTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "leak": (
        ("It leaks, so everything around it was wet.", "Water gets out at the seam after a few days."),
        ("I was worried about leaks, but not a drop came out.", "Does not leak at all."),
    ),
    "smell": (
        ("It has a strong chemical smell that will not go away.", "It stinks of rubber even after washing."),
        ("No chemical smell, unlike my old one.", "Others mention a smell; mine has none."),
    ),
    "late": (
        ("It arrived two weeks late.", "Delivery took far longer than promised."),
        ("It arrived a day early.", "Delivery was right on time."),
    ),
    "size": (
        ("It is much smaller than the description says.", "Too small for what I needed."),
        ("The size is exactly as described.", "I feared it would be too small, yet it fits well."),
    ),
    "handle": (
        ("The handle came loose within a month.", "The handle wobbles and feels unsafe."),
        ("The handle is rock solid.", "The handle sits well in the hand and nothing is loose."),
    ),
    "coating": (
        ("The coating peeled off after three weeks.", "Bits of the coating flake into the food."),
        ("The coating still looks new.", "The coating shows no scratch so far."),
    ),
    "rust": (
        ("It started to rust after the first rain.", "There are rust spots on it already."),
        ("Left outside all winter and no rust.", "No rust to be seen."),
    ),
    "zip": (
        ("The zip broke on the second day.", "The zip jams all the time."),
        ("The zip runs smoothly.", "I like the zip, it never jams."),
    ),
    "battery": (
        ("The battery is empty after an hour.", "The battery no longer charges."),
        ("The battery lasts for days.", "I have not had to charge the battery yet."),
    ),
    "instructions": (
        ("The instructions are impossible to follow.", "There were no instructions in the box."),
        ("The instructions are clear.", "I set it up in minutes thanks to good instructions."),
    ),
    "flicker": (
        ("The light flickers and gives me a headache.", "It flickers whenever I dim it."),
        ("No flicker even on the lowest setting.", "The light is steady, it never flickers."),
    ),
    "paper": (
        ("Ink bleeds through the paper.", "The paper is so thin that you see the other side."),
        ("Ink does not bleed through the paper.", "The paper is thick and smooth."),
    ),
    "keys": (
        ("Two keys got stuck in the first week.", "Some keys do not respond."),
        ("The keys feel crisp and none of them sticks.", "Every key responds well."),
    ),
}
PHRASE_OF_FAULT = {
    "leak": "it leaks",
    "smell": "it smells bad",
    "late": "it was delivered late",
    "size": "it is too small",
    "handle": "the handle is loose",
    "coating": "the coating comes off",
    "rust": "it rusts",
    "zip": "the zip is bad",
    "battery": "the battery is weak",
    "instructions": "the instructions are missing or unclear",
    "flicker": "the light flickers",
    "paper": "the paper is thin",
    "keys": "keys stick or do not respond",
}
TITLES = {
    5: ("Could not be happier", "Worth every cent", "My new favorite", "Excellent"),
    4: ("Very good", "Nearly perfect", "Would buy again", "Solid choice"),
    3: ("It is okay", "Average", "Mixed feelings", "Does the job"),
    2: ("Disappointed", "Expected more", "Not great", "Below average"),
    1: ("Do not buy", "Waste of money", "Sent it back", "Terrible"),
}
OPENINGS = {
    5: (
        "I use it every day.",
        "Bought it for my sister and she loves it.",
        "Exactly what I was looking for.",
    ),
    4: ("Good value for the price.", "Happy with it on the whole.", "Works well for me."),
    3: ("Neither good nor bad.", "It works, but there are better ones.", "Fine for occasional use."),
    2: ("I had hoped for more.", "Not worth the price.", "I would not pick it again."),
    1: ("I want my money back.", "Poor from the first day.", "I regret this purchase."),
}
