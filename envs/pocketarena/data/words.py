"""The vocabulary of the shop. Hand-made, so that no library's release changes the data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Shelf:
    """One sub-category: what lies on it, in which sizes, for how many dollars."""

    name: str
    nouns: tuple[str, ...]
    sizes: tuple[str, ...]
    low: int
    high: int
    faults: tuple[str, ...]  # keys of COMPLAINTS that make sense here


DEPARTMENTS: dict[str, tuple[Shelf, ...]] = {
    "Kitchen": (
        Shelf(
            "Cookware",
            ("Frying Pan", "Saucepan", "Stock Pot", "Wok"),
            ("20 cm", "24 cm", "28 cm"),
            14,
            120,
            ("handle", "coating", "late", "size"),
        ),
        Shelf(
            "Knives",
            ("Bread Knife", "Paring Knife", "Cleaver", "Santoku"),
            ("12 cm", "16 cm", "20 cm"),
            9,
            140,
            ("handle", "late", "rust"),
        ),
        Shelf(
            "Coffee and Tea",
            ("French Press", "Teapot", "Coffee Grinder", "Travel Mug"),
            ("350 ml", "600 ml", "1 l"),
            8,
            90,
            ("leak", "smell", "late"),
        ),
        Shelf(
            "Food Storage",
            ("Lunch Box", "Storage Jar", "Bread Bin", "Spice Rack"),
            ("Small", "Medium", "Large"),
            5,
            60,
            ("leak", "smell", "size"),
        ),
    ),
    "Outdoor": (
        Shelf(
            "Water Bottles",
            ("Water Bottle", "Thermos Flask", "Hydration Flask"),
            ("500 ml", "750 ml", "1 l"),
            7,
            65,
            ("leak", "smell", "late"),
        ),
        Shelf(
            "Tents",
            ("Tunnel Tent", "Dome Tent", "Tarp Shelter"),
            ("2 Person", "3 Person", "4 Person"),
            60,
            420,
            ("leak", "instructions", "late"),
        ),
        Shelf(
            "Backpacks",
            ("Daypack", "Trekking Pack", "Roll-Top Pack"),
            ("20 l", "30 l", "45 l"),
            25,
            190,
            ("zip", "smell", "size"),
        ),
        Shelf(
            "Lights",
            ("Headlamp", "Camping Lantern", "Bike Light"),
            ("200 lm", "400 lm", "800 lm"),
            10,
            95,
            ("battery", "instructions", "late"),
        ),
    ),
    "Home Office": (
        Shelf(
            "Desk Lamps",
            ("Desk Lamp", "Clamp Lamp", "Reading Lamp"),
            ("30 cm", "45 cm", "60 cm"),
            15,
            130,
            ("flicker", "instructions", "late"),
        ),
        Shelf(
            "Notebooks",
            ("Notebook", "Sketchbook", "Weekly Planner"),
            ("A6", "A5", "A4"),
            4,
            38,
            ("paper", "smell", "size"),
        ),
        Shelf(
            "Pens",
            ("Fountain Pen", "Ballpoint Pen", "Brush Pen"),
            ("Fine", "Medium", "Broad"),
            3,
            85,
            ("leak", "late", "size"),
        ),
        Shelf(
            "Keyboards",
            ("Keyboard", "Number Pad", "Wrist Rest"),
            ("60 Percent", "80 Percent", "Full Size"),
            12,
            160,
            ("keys", "instructions", "battery"),
        ),
    ),
    "Garden": (
        Shelf(
            "Hand Tools",
            ("Trowel", "Pruning Shears", "Hand Rake", "Weeder"),
            ("Short", "Medium", "Long"),
            6,
            58,
            ("handle", "rust", "late"),
        ),
        Shelf(
            "Planters",
            ("Planter", "Hanging Basket", "Window Box"),
            ("20 cm", "30 cm", "40 cm"),
            8,
            88,
            ("leak", "size", "late"),
        ),
        Shelf(
            "Watering",
            ("Watering Can", "Garden Hose", "Sprinkler"),
            ("5 l", "8 l", "12 l"),
            9,
            76,
            ("leak", "rust", "instructions"),
        ),
        Shelf(
            "Bird Feeders",
            ("Bird Feeder", "Nest Box", "Bird Bath"),
            ("Small", "Medium", "Large"),
            7,
            70,
            ("instructions", "rust", "size"),
        ),
    ),
    "Sports": (
        Shelf(
            "Yoga",
            ("Yoga Mat", "Yoga Block", "Bolster"),
            ("4 mm", "6 mm", "8 mm"),
            8,
            98,
            ("smell", "size", "late"),
        ),
        Shelf(
            "Running",
            ("Running Belt", "Running Vest", "Running Cap"),
            ("S", "M", "L"),
            9,
            110,
            ("zip", "size", "smell"),
        ),
        Shelf(
            "Cycling",
            ("Bike Pump", "Bike Lock", "Saddle Bag"),
            ("Compact", "Standard", "Heavy Duty"),
            8,
            105,
            ("rust", "instructions", "zip"),
        ),
        Shelf(
            "Swimming",
            ("Swim Goggles", "Swim Cap", "Kickboard"),
            ("Junior", "Adult", "Wide"),
            5,
            55,
            ("leak", "size", "smell"),
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
LINES = ("Classic", "Trail", "Pro", "Studio", "Lite", "Everyday", "Heritage", "Nova", "Alpine", "Metro")
COLORS = ("Black", "Forest Green", "Sky Blue", "Sand", "Red", "Slate Grey")
MATERIALS = ("stainless steel", "recycled plastic", "bamboo", "aluminium", "waxed cotton", "silicone")
COUNTRIES = ("Portugal", "Denmark", "Japan", "Italy", "Poland", "Vietnam")
WARRANTIES = ("1 year", "2 years", "3 years", "5 years")

FIRST_NAMES = (
    "Aaron",
    "Bianca",
    "Carlos",
    "Dana",
    "Elliot",
    "Farah",
    "Grace",
    "Hassan",
    "Ingrid",
    "Jonas",
    "Keiko",
    "Liam",
    "Marta",
    "Nadia",
    "Owen",
    "Priya",
    "Quentin",
    "Rosa",
    "Samuel",
    "Tara",
    "Umar",
    "Vera",
    "Walter",
    "Ximena",
    "Yusuf",
    "Zoe",
)
LAST_NAMES = (
    "Abbott",
    "Barrera",
    "Chen",
    "Dalton",
    "Eriksen",
    "Fischer",
    "Gupta",
    "Holloway",
    "Ivanov",
    "Jensen",
    "Kowalski",
    "Larsen",
    "Moretti",
    "Nguyen",
    "Okafor",
    "Petrov",
    "Quinn",
    "Ramirez",
    "Sato",
    "Thompson",
    "Underwood",
    "Vargas",
    "Whitfield",
    "Yamada",
    "Zeller",
)
STREETS = (
    "Maple Street",
    "Oak Avenue",
    "Harbor Road",
    "Mill Lane",
    "Station Road",
    "Elm Court",
    "Sunset Boulevard",
    "Chapel Hill",
    "Park Place",
    "River Drive",
)
CITIES = (
    ("Portland", "Oregon", "972"),
    ("Madison", "Wisconsin", "537"),
    ("Austin", "Texas", "787"),
    ("Denver", "Colorado", "802"),
    ("Albany", "New York", "122"),
    ("Savannah", "Georgia", "314"),
    ("Boise", "Idaho", "837"),
    ("Tucson", "Arizona", "857"),
)
