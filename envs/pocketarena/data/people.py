"""Customers and their addresses; the shopper of the tasks is WebArena's public one."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from envs.pocketarena.data.words import CITIES, FIRST_NAMES, LAST_NAMES, STREETS

CUSTOMERS = 31
SHOPPER_EMAIL = "emma.lopez@gmail.com"
# public test accounts, as in libwebarena's ACCOUNTS
SHOPPER_PASSWORD = "Password.123"
ADMIN_NAME, ADMIN_PASSWORD = "admin", "admin1234"


@dataclass(frozen=True)
class Address:
    first_name: str
    last_name: str
    line1: str
    city: str
    state: str
    postcode: str
    phone: str


@dataclass(frozen=True)
class Customer:
    id: int
    email: str
    first_name: str
    last_name: str
    addresses: tuple[Address, ...]  # the first is the default


def make_customers(random: Random) -> list[Customer]:
    """The shopper first (id 2; 1 is the administrator), then the others."""
    customers = [Customer(2, SHOPPER_EMAIL, "Emma", "Lopez", _shoppers_addresses())]
    names = [(first, last) for first in FIRST_NAMES for last in LAST_NAMES]
    for number, (first, last) in enumerate(random.sample(names, CUSTOMERS - 1), start=3):
        email = f"{first.lower()}.{last.lower()}@example.com"
        addresses = tuple(_address(random, first, last) for _ in range(random.randint(1, 3)))
        customers.append(Customer(number, email, first, last, addresses))
    return customers


def _shoppers_addresses() -> tuple[Address, ...]:
    """Alike on purpose: two on Maple Street, two in Portland, one for a namesake."""
    return (
        Address("Emma", "Lopez", "101 Maple Street", "Portland", "Oregon", "97204", "+1 503-555-0142"),
        Address("Emma", "Lopez", "110 Maple Street", "Madison", "Wisconsin", "53703", "+1 608-555-0117"),
        Address("Emma", "Lopez", "27 Harbor Road", "Portland", "Oregon", "97209", "+1 503-555-0199"),
        Address("Emilia", "Lopez", "8 Chapel Hill", "Austin", "Texas", "78701", "+1 512-555-0163"),
    )


def _address(random: Random, first: str, last: str) -> Address:
    city, state, prefix = random.choice(CITIES)
    return Address(
        first_name=first,
        last_name=last,
        line1=f"{random.randint(1, 199)} {random.choice(STREETS)}",
        city=city,
        state=state,
        postcode=f"{prefix}{random.randint(1, 99):02d}",
        phone=f"+1 503-555-{random.randint(100, 999):04d}",
    )
