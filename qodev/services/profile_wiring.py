"""Makes the services about profiles, permissions and trust for each other."""

import contextlib
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from qodev.base.contain import Container
from qodev.base.diagnostics import Diagnostic
from qodev.base.environment import build_environment
from qodev.base.ids import Clock
from qodev.base.paths import AppPaths
from qodev.base.tasks import WorkPool
from qodev.permissions.policies import PolicyStore
from qodev.permissions.protected import ProtectedText
from qodev.permissions.reading import CommandReaders, find_shfmt
from qodev.services.accepted_texts import AcceptedTexts
from qodev.services.checks import CheckReport, FileChecks
from qodev.services.containment import Containing, ContainmentService
from qodev.services.kept_examples import KeptExamples
from qodev.services.mentions import MentionsService
from qodev.services.policies import PoliciesService
from qodev.services.profile_choices import Conversations, ProfileChoices
from qodev.services.profile_documents import ProfileChecks, ProfileDocuments
from qodev.services.profile_editing import ProfileEditing
from qodev.services.profile_examples import ProfileExamples
from qodev.services.profiles import ProfileParts, ProfilesService
from qodev.services.projects import ProjectConversations, ProjectParts, ProjectsService
from qodev.services.simulator import Simulator, SimulatorParts
from qodev.services.skills import SkillParts, SkillsService
from qodev.services.translations import ProfileTranslations
from qodev.services.trust import TrustParts, TrustService
from qodev.services.trust_sheets import SourcesOf
from qodev.services.xray import XrayService
from qodev.types.ports import EventSink
from qodev.workspace.git import Git
from qodev.workspace.trust import TrustStore


class ConversationChoices(Conversations, ProjectConversations, Protocol):
    """What profiles and projects ask of conversations."""


@dataclass(frozen=True, slots=True)
class ProfileSetting:
    """What these services need of the rest of the program."""

    paths: AppPaths
    env: Mapping[str, str]
    codev: Callable[[], str]  # the path in the settings, "" for none
    conversations: ConversationChoices
    pool: WorkPool
    emit: EventSink
    report: Callable[[str, Sequence[Diagnostic]], None]  # source and findings
    containing: Containing | None = None  # None: what this system has
    clock: Clock = time.time


@dataclass(frozen=True, slots=True)
class ProfileServices:
    """Profiles, what they may do, and which folders count."""

    profiles: ProfilesService
    documents: ProfileDocuments
    translations: ProfileTranslations
    choices: ProfileChoices
    trust: TrustService
    policies: PoliciesService
    containment: ContainmentService
    projects: ProjectsService
    simulator: Simulator
    examples: ProfileExamples
    kept: KeptExamples
    skills: SkillsService
    mentions: MentionsService
    paths: AppPaths
    env: Mapping[str, str]
    pool: WorkPool
    report: Callable[[str, Sequence[Diagnostic]], None]

    @property
    def editing(self) -> ProfileEditing:
        """Returns what the editor works with."""
        return ProfileEditing(lambda: self.profiles.snapshot, self.simulator, self.examples, self.pool, self.kept)

    def watched(self) -> tuple[Path, ...]:
        """Returns the folders and files whose change makes other lists."""
        return (*self.profiles.watched(), *self.skills.watched())

    @property
    def checks(self) -> ProfileChecks:
        """Returns what judges unsaved texts."""
        return ProfileChecks(lambda: self.documents.files, self.examples, self.pool)

    def file_checks(self, problems: Callable[[], Sequence[Diagnostic]]) -> FileChecks:
        """Returns what checks files of every kind; `problems` are those of the files in use."""
        return FileChecks(
            self.paths, self.env, problems, lambda: self.profiles.snapshot.profiles, self.examples, self.pool
        )

    async def start(self) -> None:
        """Reads trust, rules and profiles; what cannot be read restricts, and becomes a problem."""
        await self.pool.run(self._make_empty)
        await self.pool.run(self.kept.load)
        self.report("trust", await self.trust.start())
        self.report("rules", await self.policies.start())
        await self.projects.start()
        await self.profiles.reload()

    def _make_empty(self) -> None:
        with contextlib.suppress(
            OSError
        ):  # a folder that cannot be written: then programs do not start, and all is asked
            empty_folder(self.paths).mkdir(mode=0o700, parents=True, exist_ok=True)

    async def reload(self) -> None:
        """Reads the profiles anew, and says whether trust and rules can be read now."""
        self.report("trust", await self.trust.start())
        self.report("rules", await self.policies.follow())
        await self.profiles.reload()


def empty_folder(paths: AppPaths) -> Path:
    """Returns where programs of ours that read a text start: no file of a project is near."""
    return paths.state / "empty"


class PermissionFields:
    """Names the services about profiles, permissions and trust for whoever holds them."""

    _permissions: ProfileServices

    async def check_profiles(self, paths: Sequence[Path]) -> CheckReport:
        """Checks the user's own profiles, or those that somebody names, and nothing else."""
        return await self._permissions.file_checks(lambda: ()).check_profiles(paths)

    @property
    def profiles(self) -> ProfilesService:
        """Returns the lists of profiles."""
        return self._permissions.profiles

    @property
    def profile_documents(self) -> ProfileDocuments:
        """Returns what makes and renames the user's own profiles."""
        return self._permissions.documents

    @property
    def profile_translations(self) -> ProfileTranslations:
        """Returns what makes drafts of foreign agents."""
        return self._permissions.translations

    @property
    def profile_choices(self) -> ProfileChoices:
        """Returns the choices of conversations."""
        return self._permissions.choices

    @property
    def skills(self) -> SkillsService:
        """Returns the lists of skills."""
        return self._permissions.skills

    @property
    def mentions(self) -> MentionsService:
        """Returns what finds the files that a message mentions."""
        return self._permissions.mentions

    @property
    def trust(self) -> TrustService:
        """Returns which folders are trusted."""
        return self._permissions.trust

    @property
    def policies(self) -> PoliciesService:
        """Returns project modes and exact rules."""
        return self._permissions.policies

    @property
    def containment(self) -> ContainmentService:
        """Returns whether commands are contained."""
        return self._permissions.containment

    @property
    def projects(self) -> ProjectsService:
        """Returns the folders that were opened."""
        return self._permissions.projects

    @property
    def simulator(self) -> Simulator:
        """Returns what explains verdicts."""
        return self._permissions.simulator

    @property
    def profile_editing(self) -> ProfileEditing:
        """Returns what the profile editor works with."""
        return self._permissions.editing

    @property
    def xray(self) -> XrayService:
        """Returns what judges typed cases."""
        return XrayService(self._permissions.simulator, self._permissions.skills.loaders)


def make_profile_services(setting: ProfileSetting) -> ProfileServices:
    """Wires them; no file is read."""
    paths, pool = setting.paths, setting.pool
    policies = _make_policies(setting)
    simulator = _make_simulator(setting, policies)
    trust = _make_trust(setting, lambda project: profiles.sources(project), lambda: profiles.reload())
    kept = KeptExamples(paths.data / "profile_examples.json")
    examples = ProfileExamples(simulator, kept.of)
    skills = SkillsService(SkillParts(paths, setting.env, trust, pool, setting.emit, setting.report))
    profiles = ProfilesService(
        ProfileParts(
            paths=paths,
            env=setting.env,
            codev=lambda: _folder(setting.codev()),
            trust=trust,
            examples=examples,
            pool=pool,
            emit=setting.emit,
            follow=skills.show,
        )
    )
    return ProfileServices(
        profiles=profiles,
        documents=ProfileDocuments(paths, profiles, pool),
        translations=ProfileTranslations(paths, profiles, pool),
        choices=ProfileChoices(setting.conversations, profiles),
        trust=trust,
        policies=policies,
        containment=ContainmentService(policies, setting.containing or _make_container(setting.env)),
        projects=_make_projects(setting),
        simulator=simulator,
        examples=examples,
        kept=kept,
        skills=skills,
        mentions=MentionsService(trust.is_trusted, pool),
        paths=paths,
        env=setting.env,
        pool=pool,
        report=setting.report,
    )


def _make_policies(setting: ProfileSetting) -> PoliciesService:
    paths = setting.paths
    store = PolicyStore(paths.data / "policies.json", ProtectedText(paths.data, paths.home), setting.clock)
    return PoliciesService(store, setting.pool, setting.emit)


def _make_container(env: Mapping[str, str]) -> Container:
    return Container(env, build_environment(env))


def _make_projects(setting: ProfileSetting) -> ProjectsService:
    path = setting.paths.data / "projects.json"
    branch = Git(setting.env, empty_folder(setting.paths)).branch
    return ProjectsService(ProjectParts(path, setting.conversations, setting.pool, setting.clock, branch))


def _make_simulator(setting: ProfileSetting, policies: PoliciesService) -> Simulator:
    empty = empty_folder(setting.paths)
    parts = SimulatorParts(
        CommandReaders(find_shfmt(setting.env), empty),
        policies.policy_of,
        policies.protection,
        Git(setting.env, empty).hooks_folder,
        setting.pool,
    )
    return Simulator(parts)


def _folder(path: str) -> Path | None:
    return Path(path).expanduser() if path else None


def _make_trust(setting: ProfileSetting, sources: SourcesOf, follow: Callable[[], Awaitable[object]]) -> TrustService:
    paths = setting.paths
    parts = TrustParts(
        store=TrustStore(paths.data / "trust.json", paths.home, setting.clock),
        kept=AcceptedTexts(paths.data / "accepted"),
        sources=sources,
        pool=setting.pool,
        emit=setting.emit,
        follow=follow,
    )
    return TrustService(parts)
