"""The forums: what each is about. Hand-made, so that no library's release changes the data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Theme:
    """One forum. `kinds` says which sorts of thread it has (see `TITLES`); one twice is twice as likely.

    The first of `problems` is one of the first of `items`, and so on.
    """

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
            ("is far too loud", "lets the grounds through", "leaks at the lid", "drips when pouring"),
        ),
        Theme(
            "Tea",
            "Leaves, pots and patience.",
            ("teapot", "travel mug", "tea strainer", "gooseneck kettle"),
            ("green tea", "a small kitchen", "the office", "four people"),
            ("cracked in the wash", "leaks at the lid", "lets the leaves through", "drips when pouring"),
        ),
        Theme(
            "Cookware",
            "Pots, pans and knives, and how to keep them.",
            ("frying pan", "stock pot", "wok", "bread knife"),
            ("an induction hob", "a small kitchen", "four people", "beginners"),
            ("loses its coating", "has a loose handle", "is warped", "rusts at the edge"),
        ),
    ),
    "Outdoor": (
        Theme(
            "Camping",
            "Tents, stoves and where to put them.",
            ("tunnel tent", "headlamp", "camping stove", "sleeping mat"),
            ("two people", "a rainy week", "winter nights", "a bike tour"),
            ("leaks at the seams", "is empty in a day", "blows out in the wind", "goes flat overnight"),
        ),
        Theme(
            "Hiking",
            "Trails, packs and boots.",
            ("trekking pack", "headlamp", "water bottle", "rain jacket"),
            ("day trips", "a rainy week", "winter nights", "small children"),
            ("has a stuck zip", "is empty in a day", "tastes of plastic", "leaks at the seams"),
        ),
        Theme(
            "Bird Watching",
            "What flies, and what you saw it with.",
            ("pair of binoculars", "bird feeder", "nest box", "rain jacket"),
            ("beginners", "a balcony", "winter nights", "small children"),
            ("fogs up inside", "attracts only pigeons", "fell off its hook", "leaks at the seams"),
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
            ("has a stuck space bar", "loses its connection", "smells of rubber", "misses every third key"),
        ),
        Theme(
            "Pens and Paper",
            "Ink, nibs and notebooks.",
            ("fountain pen", "brush pen", "notebook", "weekly planner"),
            ("left-handers", "daily notes", "small hands", "travelling"),
            ("leaks in the bag", "lost its point", "bleeds through the page", "falls apart at the spine"),
        ),
    ),
    "Sports": (
        Theme(
            "Cycling",
            "On the road and off it.",
            ("bike pump", "bike lock", "saddle bag", "bike light"),
            ("commuting", "a long tour", "winter nights", "small children"),
            ("loses pressure", "rusts after one rain", "rattles all the way", "is empty in a day"),
        ),
        Theme(
            "Running",
            "Slow or fast, alone or together.",
            ("running belt", "hydration vest", "headlamp", "running cap"),
            ("a first marathon", "winter nights", "hot days", "trail runs"),
            ("bounces at every step", "leaks at the valve", "is empty in a day", "chafes after an hour"),
        ),
        Theme(
            "Swimming",
            "Pool and open water.",
            ("pair of goggles", "swim cap", "kickboard", "dry bag"),
            ("open water", "beginners", "small children", "hot days"),
            ("fogs up inside", "tears at the seam", "crumbles at the edge", "leaks at the valve"),
        ),
        Theme(
            "Yoga",
            "Mats, blocks and mornings.",
            ("yoga mat", "yoga block", "bolster", "yoga strap"),
            ("beginners", "hot days", "travelling", "bad knees"),
            ("smells of rubber", "lost its shape", "tears at the seam", "slips through the buckle"),
        ),
    ),
    "Community": (
        Theme(
            "Marketplace",
            "Members sell to members. One thing to a thread, please.",
            ("desk lamp", "headlamp", "fountain pen", "trekking pack", "teapot", "bike lock", "yoga mat"),
            ("two people", "beginners", "travelling", "the office"),
            (),
            kinds=("sale",),
        ),
        Theme(
            "Local Groups",
            "Who meets where, and when.",
            ("travel mug", "headlamp", "rain jacket"),
            ("beginners", "small children", "winter nights"),
            (),
            kinds=("meetup",),
        ),
        Theme(
            "Shop Talk",
            "What you bought at One Pocket Market, and whether you would again.",
            ("parcel", "gift card", "wish list"),
            (
                *("beginners", "the office", "small children", "a new neighbour", "a long journey"),
                *("a rainy garden", "my sister", "a student", "my parents"),
            ),
            (),
            kinds=("bought",),
        ),
    ),
}
# what may befall anything
COMMON_PROBLEMS = ("broke within weeks", "is heavier than they say", "came with a scratch")
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
