"""What was said beside an answer is stored with it, so that a view that is opened later shows the same (U103)."""

from qodev.services.app import Services

OFFLINE = "Offline Chat"


async def _answer_of(services: Services, script: str, text: str):
    made = await services.conversations.create()
    await services.conversations.choose_agent(made.id, OFFLINE)
    await services.conversations.choose_script(made.id, script)
    await services.conversations.send(made.id, text)
    await services.conversations.wait(made.id)
    return (await services.conversations.page(made.id)).messages[-1]


async def test_count_of_the_prompt_is_kept_with_the_answer(services: Services) -> None:
    answer = await _answer_of(services, "echo", "Hello")
    context = answer.provider_data["context"]
    assert context["estimate"] > 0
    assert context["lost"] is False


async def test_lost_context_is_kept_with_the_answer(services: Services) -> None:
    answer = await _answer_of(services, "cut_context", "word " * 4000)
    context = answer.provider_data["context"]
    assert context["lost"] is True
    assert context["reported"] < context["estimate"]
