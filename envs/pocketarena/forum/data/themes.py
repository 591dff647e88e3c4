"""The forums: what each is about. Hand-made, so that no library's release changes the data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Theme:
    """One forum. `kinds` says which sorts of thread it has, with their weights (see `kinds.py`)."""

    name: str
    description: str
    items: tuple[str, ...]
    uses: tuple[str, ...]
    problems: tuple[str, ...]
    kinds: tuple[str, ...] = ("recommend", "recommend", "problem", "problem", "report", "meetup")


THEMES: dict[str, tuple[Theme, ...]] = {
    "Kitchen": (
        Theme(
            "Coffee",
            "Beans, grinders and everything between them and the cup.",
            ("coffee grinder", "French press", "travel mug", "gooseneck kettle"),
            ("two cups a day", "a small kitchen", "the office", "light roasts"),
            ("leaks at the lid", "smells of plastic", "is far too loud", "stopped after a month"),
        ),
        Theme(
            "Tea",
            "Leaves, pots and patience.",
            ("teapot", "travel mug", "tea strainer", "gooseneck kettle"),
            ("green tea", "a small kitchen", "the office", "four people"),
            ("leaks at the lid", "drips when pouring", "smells of plastic", "cracked in the wash"),
        ),
        Theme(
            "Cookware",
            "Pots, pans and knives, and how to keep them.",
            ("frying pan", "stock pot", "wok", "bread knife"),
            ("an induction hob", "a small kitchen", "four people", "beginners"),
            ("loses its coating", "has a loose handle", "is warped", "rusts at the rim"),
        ),
    ),
    "Outdoor": (
        Theme(
            "Camping",
            "Tents, stoves and where to put them.",
            ("tunnel tent", "headlamp", "camping stove", "sleeping mat"),
            ("two people", "a rainy week", "winter nights", "a bike tour"),
            ("leaks at the seams", "takes an hour to pitch", "has a stuck zip", "went flat overnight"),
        ),
        Theme(
            "Hiking",
            "Trails, packs and boots.",
            ("trekking pack", "headlamp", "water bottle", "rain jacket"),
            ("day trips", "a rainy week", "winter nights", "small children"),
            ("rubs at the shoulders", "leaks at the seams", "has a stuck zip", "tastes of plastic"),
        ),
        Theme(
            "Bird Watching",
            "What flies, and what you saw it with.",
            ("pair of binoculars", "bird feeder", "nest box", "rain jacket"),
            ("beginners", "a balcony", "winter nights", "small children"),
            ("fogs up inside", "is empty in a day", "attracts only pigeons", "fell off its hook"),
        ),
    ),
    "Home Office": (
        Theme(
            "Desk Setups",
            "Desks, lamps, chairs and cables.",
            ("desk lamp", "office chair", "monitor arm", "footrest"),
            ("a tiny room", "long calls", "tall people", "late evenings"),
            ("flickers when dimmed", "squeaks all day", "sinks slowly", "wobbles on carpet"),
        ),
        Theme(
            "Keyboards",
            "Switches, caps and layouts.",
            ("mechanical keyboard", "wireless keyboard", "wrist rest", "number pad"),
            ("a shared office", "long calls", "small hands", "travelling"),
            ("has a stuck space bar", "loses its connection", "is far too loud", "wobbles on the desk"),
        ),
        Theme(
            "Pens and Paper",
            "Ink, nibs and notebooks.",
            ("fountain pen", "brush pen", "notebook", "weekly planner"),
            ("left-handers", "daily notes", "small hands", "travelling"),
            ("skips on smooth paper", "leaks in the bag", "bleeds through the page", "lost its clip"),
        ),
    ),
    "Sports": (
        Theme(
            "Cycling",
            "On the road and off it.",
            ("bike pump", "bike lock", "saddle bag", "bike light"),
            ("commuting", "a long tour", "winter nights", "small children"),
            ("rusts after one rain", "loses pressure", "rattles all the way", "is empty in a day"),
        ),
        Theme(
            "Running",
            "Slow or fast, alone or together.",
            ("running belt", "hydration vest", "headlamp", "running cap"),
            ("a first marathon", "winter nights", "hot days", "trail runs"),
            ("bounces at every step", "leaks at the valve", "chafes after an hour", "is empty in a day"),
        ),
        Theme(
            "Swimming",
            "Pool and open water.",
            ("pair of goggles", "swim cap", "kickboard", "dry bag"),
            ("open water", "beginners", "small children", "hot days"),
            ("fogs up inside", "leaks at the valve", "tears at the seam", "smells of rubber"),
        ),
        Theme(
            "Yoga",
            "Mats, blocks and mornings.",
            ("yoga mat", "yoga block", "bolster", "yoga strap"),
            ("beginners", "hot days", "travelling", "bad knees"),
            ("smells of rubber", "slides on wood", "tears at the seam", "lost its shape"),
        ),
    ),
    "Community": (
        Theme(
            "Marketplace",
            "Members sell to members. One thing to a thread, please.",
            ("desk lamp", "headlamp", "fountain pen", "trekking pack", "teapot", "bike lock", "yoga mat"),
            ("two people", "beginners", "travelling", "the office"),
            ("is far too loud",),
            kinds=("sale",),
        ),
        Theme(
            "Local Groups",
            "Who meets where, and when.",
            ("travel mug", "headlamp", "rain jacket"),
            ("beginners", "small children", "winter nights"),
            ("is far too loud",),
            kinds=("meetup",),
        ),
        Theme(
            "Shop Talk",
            "What you bought at One Pocket Market, and whether you would again.",
            ("parcel", "gift card", "wish list"),
            (
                *("beginners", "the office", "small children", "a new neighbour", "a long journey"),
                *("a rainy garden", "my sister"),
            ),
            ("arrived a week late", "came with the wrong colour", "never arrived", "was opened"),
            kinds=("bought", "bought", "bought", "problem"),
        ),
    ),
}
BRANDS = (
    "Halden",
    "Norvik",
    "Ostara",
    "Brightwell",
    "Corvo",
    "Tamsin",
    "Pellworm",
    "Quillon",
    "Rivermark",
    "Sundby",
    "Avenholt",
    "Kestrel",
)
CITIES = ("Portland", "Madison", "Austin", "Denver", "Albany", "Savannah", "Boise", "Tucson")
