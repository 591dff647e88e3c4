"""Products of the shop that members talk about: copies, so that the two sites are seeded apart.

A test compares them with the shop's own catalogue.
"""

from __future__ import annotations

SHOP_PRODUCTS = (
    "Halden Trail Daypack 30 l, Black",
    "Sundby Nova Clamp Lamp 30 cm, Red",
    "Sundby Pro Brush Pen Broad, Sky Blue",
    "Quillon Metro Bolster 8 mm, Red",
    "Pellworm Trail Weekly Planner A5, Red",
    "Rivermark Alpine Nest Box Medium, Red",
    "Brightwell Lite Weekly Planner A6, Red",
    "Tamsin Heritage Yoga Mat 4 mm, Red",
    "Corvo Trail Travel Mug 350 ml, Sky Blue",
    "Quillon Lite Garden Hose 12 l, Slate Grey",
    "Ostara Pro Pruning Shears Long, Red",
    "Norvik Nova Keyboard 80 Percent, Sky Blue",
    "Corvo Lite Swim Goggles Adult, Slate Grey",
    "Corvo Everyday Trekking Pack 20 l, Red",
    "Corvo Trail Teapot 1 l, Slate Grey",
    "Ostara Classic Bird Bath Large, Slate Grey",
    "Norvik Metro Saucepan 24 cm, Sand",
    "Sundby Nova Lunch Box Small, Slate Grey",
    "Rivermark Trail Bike Pump Standard, Sky Blue",
    "Norvik Alpine French Press 1 l, Black",
    "Norvik Alpine Lunch Box Small, Forest Green",
    "Tamsin Nova Bike Pump Standard, Sky Blue",
    "Quillon Classic Swim Cap Adult, Slate Grey",
    "Avenholt Everyday Planter 40 cm, Red",
    "Pellworm Trail Weekly Planner A4, Red",
    "Pellworm Pro Camping Lantern 400 lm, Sky Blue",
    "Avenholt Alpine Tarp Shelter 2 Person, Forest Green",
)
