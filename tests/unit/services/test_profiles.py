"""Lists of profiles, choices of conversations, trust and project rules, as front ends use them."""

import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from qodev.base.errors import UserFacingError
from qodev.base.paths import AppPaths
from qodev.profiles.documents import Template
from qodev.services.app import Services, build_services
from qodev.services.profile_choices import choice_of, migrated, switched
from qodev.services.profiles import ProfileError
from qodev.types.conversation import ChatMode, Conversation
from qodev.types.documents import DocumentKind, Saved, SaveRefused
from qodev.types.events import AnyEvent, CatalogChanged, CatalogKind, PolicyChanged, TrustChanged
from qodev.types.permissions import Effect, ProjectMode
from qodev.types.policies import ProjectRule, RuleKind
from qodev.types.profile_list import ChoiceState
from qodev.types.profiles import ProfileScope, ProfileSnapshot
from qodev.workspace.trust import TrustError

TEXT = "---\nname: {0}\ndescription: D.\n---\n{1}\n"


@pytest.fixture
async def services(app_paths: AppPaths, qodev_env: dict[str, str]) -> AsyncIterator[Services]:
    """Returns services on a home of their own, with the store."""
    made = build_services(app_paths, qodev_env)
    await made.start()
    yield made
    await made.stop()


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    folder = tmp_path / "projects" / "shop"
    write(folder / ".qodev" / "agents" / "reviewer.md", "Reviewer")
    return folder


def write(path: Path, name: str, body: str = "Work.", more: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(TEXT.format(name, body).replace("D.\n", f"D.\n{more}"), encoding="utf-8")
    return path


def files(services: Services) -> list[Path]:
    return sorted(services.paths.profiles.iterdir())


def move(folder: Path) -> None:
    folder.rename(folder.with_name("moved"))


def damage(path: str) -> None:
    Path(path).write_text("{")


def heard(services: Services) -> list[AnyEvent]:
    found: list[AnyEvent] = []
    services.bus.subscribe(found.append)
    return found


async def trust(services: Services, folder: Path) -> None:
    await services.trust.trust(await services.trust.sheet(str(folder)))


def names(snapshot: ProfileSnapshot) -> list[str]:
    return [profile.name for profile in snapshot.profiles]


async def test_the_list_follows_a_saved_profile(services: Services) -> None:
    events = heard(services)
    made = await services.profile_documents.new(Template.REVIEWER)
    path = await services.profile_documents.create(made.stem, made.text)
    assert "My Agent" in names(services.profiles.snapshot)
    opened = await services.documents.open(path)
    assert opened.kind is DocumentKind.PROFILE
    outcome = await services.documents.save(path, opened.text.replace("My Agent", "Yours"), base_digest=opened.digest)
    assert isinstance(outcome, Saved)
    await services.documents.settled()
    assert "Yours" in names(services.profiles.snapshot)
    kinds = [event.kind for event in events if isinstance(event, CatalogChanged)]
    assert CatalogKind.PROFILES in kinds


async def test_a_refused_save_is_told_and_a_profile_goes_to_the_trash_and_back(services: Services) -> None:
    path = write(services.paths.profiles / "mine.md", "Mine")
    opened = await services.documents.open(str(path))
    refused = await services.documents.save(str(path), opened.text + "x" * 33_000, base_digest=opened.digest)
    assert isinstance(refused, SaveRefused)
    assert path.read_text("utf-8") == opened.text
    trashed = await services.documents.trash(str(path))
    await services.documents.settled()
    assert "Mine" not in names(services.profiles.snapshot)
    await services.documents.restore(trashed)
    await services.documents.settled()
    assert "Mine" in names(services.profiles.snapshot)


async def test_a_check_of_an_unsaved_text_has_lints_and_examples(services: Services) -> None:
    path = services.paths.profiles / "mine.md"
    text = TEXT.format("Mine", "Work.").replace("D.\n", "D.\ncommands: git push *=deny\n# expect ask: git push x\n")
    found = await services.documents.check(str(path), text)
    assert [d.code.value for d in found] == ["commands_interpreter", "example_failed"]


async def test_copies_and_renames(services: Services) -> None:
    plan = services.profiles.snapshot.find("Plan")
    assert plan is not None
    copied = await services.profile_documents.copy(plan)
    assert (copied.name, copied.stem) == ("Plan copy", "plan-copy")
    path = await services.profile_documents.create(copied.stem, copied.text)
    after = await services.profile_documents.rename(path, name="Careful", stem="careful")
    assert [path.name for path in files(services)] == ["careful.md"]
    assert "Careful" in names(services.profiles.snapshot)
    with pytest.raises(UserFacingError, match="reserved"):
        await services.profile_documents.rename(after, name="PLAN", stem="plan")
    assert files(services)[0].read_text("utf-8").startswith("---\nname: Careful\n")


async def test_problems_of_profiles_are_problems(services: Services) -> None:
    write(services.paths.profiles / "bad.md", "Bad", more="mode: all\n")
    write(services.paths.profiles / "good.md", "Good", more="# expect deny: ls\n")
    await services.profiles.reload()
    found = [d.code.value for d in services.problems.diagnostics]
    assert found == ["unknown_field", "example_failed"]
    assert any(line.startswith("[Profiles] error: `mode` is no field") for line in services.problems.messages)


async def test_a_projects_profiles_come_with_trust_and_go_with_it(services: Services, shop: Path) -> None:
    events = heard(services)
    assert "Reviewer" not in names(await services.profiles.show(str(shop)))
    await trust(services, shop)
    assert "Reviewer" in names(services.profiles.snapshot)
    assert "Reviewer" not in names(await services.profiles.show(None))
    await services.profiles.show(str(shop))
    await services.trust.revoke(str(shop))
    assert "Reviewer" not in names(services.profiles.snapshot)
    assert [(e.project, e.trusted) for e in events if isinstance(e, TrustChanged)] == [
        (str(shop), True),
        (str(shop), False),
    ]


async def test_a_changed_profile_waits_and_cannot_be_captured(services: Services, shop: Path) -> None:
    await trust(services, shop)
    await services.profiles.show(str(shop))
    before = await services.profiles.capture("reviewer", str(shop))
    path = write(shop / ".qodev" / "agents" / "reviewer.md", "Reviewer", "Do something else.")
    snapshot = await services.profiles.reload()
    assert snapshot.pending == {str(path)}
    with pytest.raises(ProfileError, match="changed since it was accepted"):
        await services.profiles.capture("Reviewer", str(shop))
    sheet = await services.trust.sheet(str(shop))
    (file,) = sheet.pending
    assert "Work." in (file.accepted or "")
    await services.trust.accept(sheet, sheet.pending)
    after = await services.profiles.capture("Reviewer", str(shop))
    assert (before.instructions, after.instructions) == ("Work.", "Do something else.")
    assert before.digest != after.digest


async def test_what_was_saved_in_qodev_counts_as_accepted(services: Services, shop: Path) -> None:
    await trust(services, shop)
    write(shop / ".codev" / "agents" / "new.md", "New")
    await services.trust.accept_written(str(shop), ".codev/agents/new.md")
    assert (await services.profiles.capture("New", str(shop))).scope is ProfileScope.PROJECT


async def test_only_what_the_sheet_showed_is_accepted(services: Services, shop: Path) -> None:
    sheet = await services.trust.sheet(str(shop))
    path = write(shop / ".qodev" / "agents" / "late.md", "Late")
    await services.trust.trust(sheet)
    snapshot = await services.profiles.show(str(shop))
    assert snapshot.pending == {str(path)}


async def test_another_folder_in_its_place_is_not_trusted(services: Services, shop: Path) -> None:
    sheet = await services.trust.sheet(str(shop))
    move(shop)
    write(shop / ".qodev" / "agents" / "reviewer.md", "Reviewer")
    with pytest.raises(TrustError, match="another folder"):
        await services.trust.trust(sheet)
    assert not services.trust.is_trusted(str(shop))


async def test_accepting_needs_a_trusted_folder(services: Services, shop: Path) -> None:
    sheet = await services.trust.sheet(str(shop))
    with pytest.raises(TrustError, match="not trusted"):
        await services.trust.accept(sheet, sheet.files)


async def test_another_windows_revocation_counts_at_the_next_question(
    services: Services, shop: Path, app_paths: AppPaths, qodev_env: dict[str, str]
) -> None:
    await trust(services, shop)
    captured = await services.profiles.capture("Reviewer", str(shop))
    other = build_services(app_paths, qodev_env)
    await other.start(with_store=False)
    await other.trust.revoke(str(shop))
    await other.stop()
    assert not services.trust.is_trusted(str(shop))
    with pytest.raises(ProfileError, match="not trusted any more"):
        await services.profiles.require_trust(captured, str(shop))


async def test_a_captured_profile_of_the_users_needs_no_trust(services: Services) -> None:
    captured = await services.profiles.capture("Ask", None)
    await services.profiles.require_trust(captured, None)
    assert (captured.name, captured.scope) == ("Ask", ProfileScope.BUILT_IN)


async def test_capture_never_falls_back_and_keeps_modes_apart(
    tmp_path: Path, app_paths: AppPaths, qodev_env: dict[str, str]
) -> None:
    for mode in ("primary", "subagent"):
        agent = tmp_path / "o" / "opencode" / "agents" / f"{mode}.md"
        agent.parent.mkdir(parents=True, exist_ok=True)
        agent.write_text(f"---\ndescription: D\nmode: {mode}\n---\nWork.\n")
    services = build_services(app_paths, qodev_env | {"XDG_CONFIG_HOME": str(tmp_path / "o")})
    await services.start(with_store=False)
    with pytest.raises(ProfileError, match="not available"):
        await services.profiles.capture("Nobody", None)
    with pytest.raises(ProfileError, match="delegated work only"):
        await services.profiles.capture("subagent", None)
    with pytest.raises(ProfileError, match="no profile for delegated"):
        await services.profiles.capture("primary", None, is_child=True)
    assert (await services.profiles.capture("subagent", None, is_child=True)).name == "subagent"
    await services.stop()


async def test_of_two_rebuilds_the_later_one_counts(services: Services, shop: Path) -> None:
    await trust(services, shop)
    first = asyncio.ensure_future(services.profiles.show(str(shop)))  # noqa: TID251  two at once, as windows do
    await asyncio.sleep(0)
    await services.profiles.show(None)
    await first
    assert "Reviewer" not in names(services.profiles.snapshot)
    assert services.profiles.project is None


async def test_choices_are_stored_by_name_and_survive_a_restart(app_paths: AppPaths, qodev_env: dict[str, str]) -> None:
    first = build_services(app_paths, qodev_env)
    await first.start()
    made = await first.conversations.create()
    assert made.profile == "Build"
    chosen = await first.profile_choices.choose(made.id, "ask")
    assert (chosen.name, chosen.state, chosen.scope) == ("Ask", ChoiceState.AVAILABLE, ProfileScope.BUILT_IN)
    await first.stop()
    again = build_services(app_paths, qodev_env)
    await again.start()
    assert again.conversations.get(made.id).profile == "Ask"
    assert (await again.profile_choices.opened(made.id)).name == "Ask"
    await again.stop()


async def test_the_switch_leads_to_plan_and_back(services: Services) -> None:
    made = await services.conversations.create()
    assert await services.profile_choices.switch_plan(made.id) is None
    await services.conversations._require(made.id).change(mode=ChatMode.CODE_TASK)
    seen = []
    for name in ("", "", "Ask", "", ""):
        if name:
            await services.profile_choices.choose(made.id, name)
        else:
            await services.profile_choices.switch_plan(made.id)
        seen.append(services.conversations.get(made.id).profile)
    assert seen == ["Plan", "Build", "Ask", "Plan", "Ask"]


def conversation(
    profile: str, *, scope: str | None = None, project: str | None = None, version: int = 2, before: str | None = None
) -> Conversation:
    return Conversation(
        "c",
        title="",
        created_at=0.0,
        updated_at=0.0,
        project=project,
        profile=profile,
        profile_scope=scope,
        profile_before_plan=before,
        schema_version=version,
    )


def snapshot_with(services: Services, *profiles: tuple[str, ProfileScope], project: str | None) -> ProfileSnapshot:
    ask = services.profiles.snapshot.profiles[0]
    extra = tuple(replace(ask, name=name, scope=scope, path=f"/{name}") for name, scope in profiles)
    return replace(services.profiles.snapshot, profiles=(*extra, *services.profiles.snapshot.profiles), project=project)


@pytest.mark.parametrize(
    ("profile", "version", "project", "trusted", "others", "after"),
    [
        ("Code", 1, None, False, (), ("Build", 2)),
        ("code", 1, None, False, (), ("Build", 2)),
        ("Code", 1, None, False, (("code", ProfileScope.USER),), ("Code", 2)),
        ("Code", 1, "/p", True, (("Code", ProfileScope.PROJECT),), ("Code", 2)),
        ("Code", 1, "/p", True, (), ("Build", 2)),
        ("Code", 1, "/p", False, (), ("Code", 1)),
        ("Plan", 1, None, False, (), ("Plan", 2)),
        ("Gone", 1, None, False, (), ("Gone", 2)),
        ("Code", 2, None, False, (), ("Code", 2)),
    ],
)
async def test_an_older_choice_of_code_becomes_build_once(
    services: Services,
    profile: str,
    version: int,
    project: str | None,
    trusted: bool,
    others: Sequence[tuple[str, ProfileScope]],
    after: tuple[str, int],
) -> None:
    snapshot = snapshot_with(services, *others, project=project if trusted else None)
    found = migrated(conversation(profile, version=version, project=project), snapshot)
    assert (found.profile, found.schema_version) == after


async def test_a_migrated_choice_is_stored_and_code_can_be_chosen_again(services: Services) -> None:
    made = await services.conversations.create()
    await services.conversations._require(made.id).change(profile="Code", schema_version=1)
    assert (await services.profile_choices.opened(made.id)).name == "Build"
    await services.profile_choices.choose(made.id, "Code")
    assert (await services.profile_choices.opened(made.id)).name == "Code"


async def test_a_choice_says_what_became_of_it(services: Services) -> None:
    snapshot = snapshot_with(services, ("Mine", ProfileScope.PROJECT), project="/p")
    waiting = replace(snapshot, pending=frozenset({"/Mine"}))
    untrusted = replace(services.profiles.snapshot, project=None)
    stored = conversation("mine", scope="project", project="/p")
    assert choice_of(stored, snapshot).state is ChoiceState.AVAILABLE
    assert choice_of(stored, waiting).state is ChoiceState.CHANGED
    assert choice_of(stored, untrusted).state is ChoiceState.NEEDS_TRUST
    assert choice_of(replace(stored, profile_scope="user"), snapshot).state is ChoiceState.MOVED
    assert choice_of(conversation("Gone"), snapshot).state is ChoiceState.UNAVAILABLE
    assert switched(conversation("plan", before="Gone"), snapshot) == "Build"


async def test_rules_are_told_and_read_at_every_question(services: Services, shop: Path) -> None:
    events = heard(services)
    rule = ProjectRule(RuleKind.COMMAND, " npm test ", Effect.ALLOW)
    assert not services.policies.would_matter(str(shop), rule)
    policy = await services.policies.add_rule(str(shop), rule, with_mode=ProjectMode.ALLOWLIST)
    assert (policy.mode, [r.text for r in policy.rules]) == (ProjectMode.ALLOWLIST, ["npm test"])
    assert services.policies.would_matter(str(shop), rule)
    assert services.policies.would_matter(str(shop), replace(rule, effect=Effect.DENY))
    damage(services.policies.file)
    assert services.policies.policy_of(str(shop)).mode is None
    assert [d.code.value for d in services.policies.diagnostics] == ["rules.unreadable"]
    assert [e.policy.mode for e in events if isinstance(e, PolicyChanged)] == [ProjectMode.ALLOWLIST]


async def test_watched_places_are_those_of_trusted_folders(services: Services, shop: Path) -> None:
    await services.profiles.show(str(shop))
    assert not any(path.is_relative_to(shop) for path in services.profiles.watched())
    await trust(services, shop)
    assert shop / ".qodev" / "agents" in services.profiles.watched()
    assert services.paths.profiles in services.profiles.watched()


@pytest.mark.skipif(sys.platform != "linux", reason="the folder differs elsewhere")
async def test_codevs_own_folder_is_offered_until_it_is_named(services: Services) -> None:
    assert await services.profile_documents.offered_codev_folder() is None
    path = write(services.paths.home / ".local" / "share" / "Codev" / "agents" / "theirs.md", "Theirs")
    assert await services.profile_documents.offered_codev_folder() == str(path.parent)
    await services.preferences.change("codev_profiles", str(path.parent))
    assert await services.profile_documents.offered_codev_folder() is None


async def test_the_codev_folder_of_the_settings_is_read_and_never_written(services: Services, tmp_path: Path) -> None:
    path = write(tmp_path / "codev" / "theirs.md", "Theirs")
    await services.preferences.change("codev_profiles", str(path.parent))
    await services.profiles.reload()
    found = services.profiles.snapshot.find("theirs")
    assert found is not None
    assert found.scope is ProfileScope.USER
    with pytest.raises(UserFacingError, match="no profile of yours"):
        await services.profile_documents.rename(str(path), name="Mine")


async def test_foreign_agents_are_offered_and_become_drafts(services: Services, shop: Path, tmp_path: Path) -> None:
    skipped = shop / ".opencode" / "agents" / "odd.md"
    for path, front in (
        (skipped, "description: D\ntop_p: 1\npermission:\n  bash: deny"),
        (shop / ".claude" / "agents" / "rev.md", "name: rev\ndescription: D\ntools: Read"),
        (services.paths.home / ".qoder" / "agents" / "own.md", "name: own\ndescription: D"),
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"---\n{front}\n---\nWork.\n")
    (shop / ".claude" / "agents" / "link.md").symlink_to(skipped)
    await services.profiles.show(str(shop))
    assert [offer.name for offer in await services.profile_translations.offers()] == ["own"]
    await trust(services, shop)
    offers = await services.profile_translations.offers()
    assert [(offer.name, offer.form) for offer in offers] == [
        ("odd", "opencode"),
        ("rev", "claude_code"),
        ("own", "qoder"),
    ]
    assert "top_p" in offers[0].reason
    draft = await services.profile_translations.translate(offers[0])
    assert [loss.field for loss in draft.losses] == ["top_p"]
    made = await services.profile_documents.create(draft.stem, draft.text)
    captured = await services.profiles.capture("odd", None)
    assert (captured.path, captured.scope) == (made, ProfileScope.USER)
