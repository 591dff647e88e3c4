"""Where the sites are: a file, or the `WA_*` variables of BrowserGym. Checked before anything starts.

A site with several base URLs makes an *instance pool*: instance i is the i-th URL of every site. A site
with one URL is shared by all instances.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from pydantic import Field, ValidationError, field_validator, model_validator

from reasoningbank.core.config import Strict
from reasoningbank.core.errors import UserError

VARIABLES = {
    "shopping": "WA_SHOPPING",
    "shopping_admin": "WA_SHOPPING_ADMIN",
    "reddit": "WA_REDDIT",
    "gitlab": "WA_GITLAB",
    "wikipedia": "WA_WIKIPEDIA",
}
RESET_VARIABLE = "WA_FULL_RESET"
UNUSED = ("", "todo")  # BrowserGym's word for a site that is not there
SET_UP = "https://github.com/web-arena-x/webarena/blob/main/environment_docker/README.md"


class Account(Strict):
    """A log-in. WebArena's are public, so that they may stand in the file."""

    username: str
    password: str


class Health(Strict):
    """A page that answers when the site is ready, and a text that only the right site has."""

    path: str = "/"
    contains: str = ""


class SiteAt(Strict):
    """One site: its base URLs, and what differs from the official set-up."""

    urls: tuple[str, ...] = Field(min_length=1)
    account: Account | None = None  # null: WebArena's public one
    health: Health | None = None  # null: what the official site shows

    @field_validator("urls", mode="before")
    @classmethod
    def _one_or_several(cls, value: Any) -> Any:
        given = value if isinstance(value, list | tuple) else [value]
        return tuple(str(url).rstrip("/") for url in given)

    @field_validator("urls")
    @classmethod
    def _addresses(cls, urls: tuple[str, ...]) -> tuple[str, ...]:
        for url in urls:
            if not url.startswith(("http://", "https://")):
                raise ValueError(f"{url!r} is no address: it must begin with http:// or https://")
        return urls


class Reset(Strict):
    """How an instance is put back to its seeded state: one of the two."""

    # a program and its arguments; {instance} is its number, from 0
    command: tuple[str, ...] = ()
    # base URLs, one an instance: GET /reset, then poll /status until "Ready for duty!"
    endpoints: tuple[str, ...] = ()
    # seconds after which a reset has failed
    limit_s: float = Field(900, gt=0)

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if bool(self.command) == bool(self.endpoints):
            raise ValueError("give either a command or endpoints")
        return self


class Deployment(Strict):
    """All sites, as this machine reaches them."""

    sites: dict[str, SiteAt]
    reset: Reset | None = None
    # rollouts that may use one instance at once; those that write to a site take turns
    rollouts_per_instance: int = Field(1, ge=1)
    # seconds for a page to come before the site has failed
    page_limit_s: float = Field(30.0, gt=0)
    # keep the three seconds that the official evaluators wait for each page
    evaluator_waits: bool = True

    @field_validator("sites")
    @classmethod
    def _known(cls, sites: dict[str, SiteAt]) -> dict[str, SiteAt]:
        if strange := set(sites) - set(VARIABLES):
            raise ValueError(f"no such site: {', '.join(sorted(strange))}; known: {', '.join(VARIABLES)}")
        return sites

    @model_validator(mode="after")
    def _whole_instances(self) -> Self:
        odd = {
            site: len(at.urls) for site, at in self.sites.items() if len(at.urls) not in (1, self.instances)
        }
        if odd:
            raise ValueError(f"every site needs 1 or {self.instances} urls; given: {odd}")
        if self.reset and self.reset.endpoints and len(self.reset.endpoints) != self.instances:
            raise ValueError(f"reset.endpoints: {self.instances} are needed, one an instance")
        return self

    @property
    def instances(self) -> int:
        """How many separate sets of sites there are."""
        return max((len(at.urls) for at in self.sites.values()), default=1)

    def urls(self, instance: int) -> dict[str, str]:
        """Site → base URL of one instance."""
        return {site: at.urls[instance % len(at.urls)] for site, at in self.sites.items()}


def load(path: str | None, environ: Mapping[str, str] | None = None) -> Deployment | None:
    """The deployment of a file, else of the variables; None when neither says anything. `UserError`."""
    if path is None:
        return _from_variables(os.environ if environ is None else environ)
    import yaml

    try:
        given = yaml.safe_load(Path(path).expanduser().read_text())
        return Deployment.model_validate(given)
    except OSError as error:
        raise UserError(
            f"the deployment file cannot be read: {error.strerror}",
            path,
            "check benchmark.deployment=…; docs/webarena.md shows an example",
        ) from None
    except (yaml.YAMLError, UnicodeDecodeError, ValidationError) as error:
        raise _explained(error, path) from None


def _from_variables(environ: Mapping[str, str]) -> Deployment | None:
    sites = {
        site: {"urls": given.split(",")}
        for site, variable in VARIABLES.items()
        if (given := environ.get(variable, "").strip()) not in UNUSED
    }
    if not sites:
        return None
    hook = environ.get(RESET_VARIABLE, "").strip()
    reset = {"endpoints": [url.rstrip("/") for url in hook.split(",")]} if hook else None
    try:
        return Deployment.model_validate({"sites": sites, "reset": reset})
    except ValidationError as error:
        raise _explained(error, ", ".join(VARIABLES[site] for site in sites)) from None


def _explained(error: Exception, where: str) -> UserError:
    if isinstance(error, ValidationError):
        first = error.errors()[0]
        said = first["msg"].removeprefix("Value error, ")
        if first["type"] == "model_type":
            wanted = "urls" if first["loc"] else "sites"
            said = f"it must hold keys such as `{wanted}:`, and not just {first['input']!r}"
        message = f"{'.'.join(str(part) for part in first['loc'])}: {said}".lstrip(": ")
    else:
        message = " ".join(str(error).split())
    return UserError(
        f"the deployment is not understood: {message}", where, "docs/webarena.md shows an example"
    )


def missing(required: set[str], deployment: Deployment | None) -> UserError | None:
    """What to tell a user whose deployment lacks sites that the subset needs; None when it has all."""
    lacking = sorted(required - set(deployment.sites if deployment else ()))
    if not lacking:
        return None
    variables = [VARIABLES.get(site, site) for site in lacking]
    return UserError(
        f"no WebArena deployment is configured for: {', '.join(lacking)}",
        f"neither benchmark.deployment=FILE nor {', '.join(variables)} says where it is",
        f"set up the sites ({SET_UP}) and set {' '.join(f'{name}=http://…' for name in variables)}; "
        "or take benchmark=pocketarena/shopping, an embedded shop, for the same job without a deployment",
    )
