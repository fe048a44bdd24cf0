"""Knows agents again: digests of the files, partials and roles that take part in one (F22, S90)."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from qodev.agents.schema import AgentDraft
from qodev.base.files import digest_of
from qodev.types.agents import Layer, RoleSpec


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What templates of agents can reach beside their own files, by folder; "" is the bundled folder."""

    partials: Mapping[str, Mapping[str, str]]
    roles: Mapping[str, RoleSpec]

    def fingerprint(self) -> str:
        """Returns a digest of it all."""
        mark = hashlib.sha256()
        for folder, texts in sorted(self.partials.items()):
            mark.update(repr((folder, sorted(texts.items()))).encode("utf-8", "surrogatepass"))
        mark.update(self.roles_digest().encode())
        mark.update(repr(sorted((role.id, role.layer) for role in self.roles.values())).encode())
        return mark.hexdigest()

    def roles_digest(self) -> str:
        """Returns a digest of all roles."""
        texts = sorted((role.id, role.text) for role in self.roles.values())
        return hashlib.sha256(repr(texts).encode("utf-8", "surrogatepass")).hexdigest()


_INCLUDES = re.compile(r"\{%[^%]*?\b(?:include|import|from|extends)\b")


def text_digest(text: str) -> str:
    """Returns the digest of a text that was read from a file."""
    return digest_of(text.encode("utf-8", "surrogatepass"))


def role_digest(role: RoleSpec) -> str:
    """Returns the digest of what a role can put into a prompt."""
    return text_digest(role.text)


class TemplateDigests:
    """Digests of all that takes part in an agent: its files, the partials it can reach, the roles (S90).

    Which partials a template names is judged by their names standing in its text; a name could be spelled with
    escapes, so a template with a backslash counts as using all of them.
    """

    def __init__(self, around: Surroundings) -> None:
        self._partials = around.partials
        self._roles = around.roles_digest()
        self._own_roles = {role_digest(role) for role in around.roles.values() if role.layer is not Layer.BUNDLED}
        self._reached: dict[tuple[str, str], _Reached] = {}
        self._reached_all: dict[tuple[str, tuple[str, ...]], _Reached] = {}  # heirs of one base share an entry
        self._rests: dict[tuple[str, tuple[tuple[str, Layer], ...]], _Rest] = {}  # heirs without templates do too

    def digest_of(self, chain: Sequence[AgentDraft]) -> str:
        """Returns the digest of an agent; templates of a parent count even where a child replaces them."""
        return digest_of(f"{chain[0].source.digest}{self._rest_of(chain).text}".encode())

    def foreign_parts(self, chain: Sequence[AgentDraft]) -> frozenset[str]:
        """Returns the digests of those parts that did not ship with qodev; none for a bundled agent."""
        source = chain[0].source
        return frozenset() if source.layer is Layer.BUNDLED else self._rest_of(chain).own | {source.digest}

    def _rest_of(self, chain: Sequence[AgentDraft]) -> "_Rest":
        if chain[0].templates:
            return self._find_rest(chain)
        above = tuple([(link.source.digest, link.source.layer) for link in chain[1:]])
        key = (chain[0].source.partials_key, above)
        if key not in self._rests:
            self._rests[key] = self._find_rest(chain)
        return self._rests[key]

    def _find_rest(self, chain: Sequence[AgentDraft]) -> "_Rest":
        sources = [link.source for link in chain[1:]]
        parts = ["", *[source.digest for source in sources]]
        own = frozenset(source.digest for source in sources if source.layer is not Layer.BUNDLED)
        reached = self._reach_all(chain)
        if reached is _NOTHING:
            return _Rest("\n".join(parts), own)
        return _Rest("\n".join((*parts, reached.text, self._roles)), own | reached.own | self._own_roles)

    def unsaved_parts(self, chain: Sequence[AgentDraft], known: Sequence[str]) -> frozenset[str]:
        """Returns what `foreign_parts` does for an agent whose own text was not saved.

        Of that text only its templates count, since nothing else of it is run; those in `known` are left out.
        """
        own = chain[0]
        files = {link.source.digest for link in chain[1:] if link.source.layer is not Layer.BUNDLED}
        reached = self._reach_all(chain)
        roles = set() if reached is _NOTHING else self._own_roles
        fresh = {text_digest(text) for text in own.templates if text not in known}
        return frozenset(files | fresh | reached.own | roles)

    def _reach_all(self, chain: Sequence[AgentDraft]) -> "_Reached":
        texts = tuple(text for link in chain for text in link.templates)
        if not texts:
            return _NOTHING
        folder = chain[0].source.partials_key
        known = self._reached_all.get((folder, texts))
        if known is None:
            found = [self._reach(folder, text) for text in texts]
            named = sorted({line for one in found for line in one.text.splitlines()})
            known = _Reached("\n".join(named), frozenset[str]().union(*(one.own for one in found)))
            self._reached_all[folder, texts] = known
        return known

    def _reach(self, folder: str, text: str) -> "_Reached":
        key = (folder, text)
        if key not in self._reached:
            self._reached[key] = self._reach_partials(folder, text)
        return self._reached[key]

    def _reach_partials(self, folder: str, text: str) -> "_Reached":
        bundled = self._partials.get("", {})
        known = {**self._partials.get(folder, {}), **bundled}
        used: set[str] = set()
        pending = [text]
        while pending:
            here = pending.pop()
            if _INCLUDES.search(here) is None:
                continue
            named = set(known) if "\\" in here else {name for name in known if name in here}
            pending.extend(known[name] for name in named - used)
            used |= named
        digests = {name: text_digest(known[name]) for name in used}
        own = frozenset(digest for name, digest in digests.items() if name not in bundled)
        return _Reached("\n".join(f"{digest} {name!r}" for name, digest in digests.items()), own)


@dataclass(frozen=True, slots=True)
class _Reached:
    """The partials that templates can reach: names with digests, and the digests of those that are not bundled."""

    text: str  # a line for each
    own: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Rest:
    """What takes part in an agent beside its own file: its line in the digest, and what did not ship with qodev."""

    text: str
    own: frozenset[str]


_NOTHING = _Reached("", frozenset())
