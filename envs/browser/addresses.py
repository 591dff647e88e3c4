"""The addresses that the agent is shown in place of the real ones, and back.

Ports and hosts differ between instances and runs. What an agent sees and remembers must not: an
address learnt on one instance would lead off the list on another.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

# what must not follow an address: the rest of a longer host or port
_END = r"(?![\w-]|:\d|\.\w)"


class Addresses:
    """Translates base URLs (scheme and host, with port) in any text. Both sides must be unambiguous."""

    def __init__(self, shown: Mapping[str, str]) -> None:
        self._shown = dict(shown)
        self._real = {public: real for real, public in shown.items()}
        self._to_shown, self._to_real = _pattern(self._shown), _pattern(self._real)

    def shown(self, text: str) -> str:
        """Real addresses replaced by those that the agent is shown."""
        return self._to_shown.sub(lambda found: self._shown[found[0]], text) if self._shown else text

    def real(self, text: str) -> str:
        """And back."""
        return self._to_real.sub(lambda found: self._real[found[0]], text) if self._real else text


def _pattern(addresses: Mapping[str, str]) -> re.Pattern[str]:
    longest_first = sorted(addresses, key=len, reverse=True)
    return re.compile(f"(?:{'|'.join(map(re.escape, longest_first))}){_END}")
