"""Breaks around skills and the web: what may be loaded, and what may be connected to."""

from tests.mutants.runner import Mutant

ADDRESSES = ("tests/unit/tools/test_web_address.py",)
HTML = ("tests/unit/tools/test_html_text.py",)
SKILLS = ("tests/unit/tools/test_skills.py",)
WEB = ("tests/unit/tools/test_web.py",)
JUDGE = ("tests/unit/permissions/test_judge.py",)
TASKS = ("tests/journeys/test_code_task_knowledge.py",)

MUTANTS: tuple[Mutant, ...] = (
    Mutant(
        "skills",
        "qodev/tools/skill_library.py",
        "(found.inner, found.digest) not in trusted.contents",
        "False",
        SKILLS,
    ),
    Mutant(
        "skills",
        "qodev/tools/skill_library.py",
        "        if trusted is not None:\n            gathered",
        "        if project is not None:\n            trusted = trusted or AcceptedSkills(project, frozenset())\n            gathered",
        SKILLS,
    ),
    Mutant("skills", "qodev/tools/skills.py", "if not skill.is_user_only]", "]", SKILLS),
    Mutant("skills", "qodev/tools/skills.py", "        if found.is_user_only:\n", "        if False:\n", SKILLS),
    Mutant(
        "skills",
        "qodev/tools/skills.py",
        "            found = await self._pool.run(self._load, arguments, context)\n",
        "            found = loaded\n",
        SKILLS,
    ),
    Mutant(
        "skills",
        "qodev/tools/skill_places.py",
        "if self.scope is SkillScope.PROJECT and opened.links > 1:",
        "if False:",
        SKILLS,
    ),
    Mutant(
        "skills",
        "qodev/tools/skill_text.py",
        "    return Parsed(skill if not found else None, found)",
        "    return Parsed(skill, found)",
        SKILLS,
    ),
    Mutant(
        "skills",
        "qodev/services/skills.py",
        "        if standing is None or not standing.is_trusted:\n            return None",
        "        if standing is None:\n            return None",
        ("tests/unit/services/test_skills.py",),
    ),
    Mutant("web", "qodev/permissions/rules.py", "    return tool.name not in WEB_TOOLS\n", "    return True\n", JUDGE),
    Mutant("web", "qodev/tools/web_fetch.py", "        self._require_public(address.host, found)\n", "", WEB),
    Mutant("web", "qodev/tools/web_fetch.py", "            self.check(address)\n", "", WEB),
    Mutant("web", "qodev/tools/web_fetch.py", "replace(settings, address=last)", "settings", WEB),
    Mutant("web", "qodev/tools/web_fetch.py", "or self.secrets.stand_in_host(address.host)", "", WEB),
    Mutant("web", "qodev/tools/web_fetch.py", "for _ in range(HOPS_MOST + 1):", "for _ in range(HOPS_MOST + 2):", WEB),
    Mutant(
        "web",
        "qodev/tools/web_address.py",
        'if self.scheme == "https" and target.scheme != "https":',
        "if False:",
        ADDRESSES,
    ),
    Mutant("web", "qodev/tools/web_address.py", '    if "@" in parts.netloc:\n', "    if False:\n", ADDRESSES),
    Mutant(
        "web",
        "qodev/tools/web_networks.py",
        "    if address in _MAPPED or address in _TRANSLATED:\n        return _of_v4(low)\n",
        "    if address in _MAPPED or address in _TRANSLATED:\n        return None\n",
        ADDRESSES,
    ),
    Mutant("web", "qodev/tools/web_networks.py", "in _ISATAP else None", "in () else None", ADDRESSES),
    Mutant(
        "web",
        "qodev/tools/web_body.py",
        "if len(content) > BODY_LIMIT_BYTES:",
        "if len(content) > 99 * BODY_LIMIT_BYTES:",
        WEB,
    ),
    Mutant(
        "web",
        "qodev/tools/html_text.py",
        "        if tag in _RAW:\n            self.set_cdata_mode(tag)\n        elif",
        "        if",
        HTML,
    ),
    Mutant(
        "web", "qodev/tools/html_text.py", ' and not (tag == "script" and _goes_on("".join(self._script)))', "", HTML
    ),
    Mutant(
        "web",
        "qodev/base/net.py",
        "max_keepalive_connections=0 if is_single else 20",
        "max_keepalive_connections=20",
        WEB,
    ),
    Mutant(
        "web",
        "qodev/base/net.py",
        '    request.extensions["sni_hostname"] = request.url.raw_host.decode("ascii").removesuffix(".")\n',
        "",
        WEB,
    ),
    Mutant(
        "web",
        "qodev/tools/web_search.py",
        "            if response.status in range(300, 400):\n",
        "            if False:\n",
        WEB,
    ),
    Mutant(
        "web",
        "qodev/services/other_tools.py",
        "lambda: chosen.get(WEB_SEARCH)",
        'lambda: chosen.get(WEB_SEARCH) or "http://localhost"',
        TASKS,
    ),
)
