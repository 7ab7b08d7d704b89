"""Anthropic's library for Python."""

import anthropic
from anthropic import beta_tool
from report import GREETING, KEY, PARAMETERS, SPOKEN, TOOL_ANSWER, URL, VENDORS, attempt, expect, fails_with

client = anthropic.Anthropic(base_url=URL, api_key=KEY, max_retries=0)
stranger = anthropic.Anthropic(base_url=URL, api_key="sk-nobody", max_retries=0)
TOOL = {"name": "get_weather", "input_schema": PARAMETERS}


def user(text):
    return [{"role": "user", "content": text}]


def text(model):
    answer = client.messages.create(model=model, max_tokens=100, messages=user(GREETING))
    expect(answer.content[0].text, SPOKEN)
    assert answer.usage.input_tokens > 0 and answer.usage.output_tokens > 0


def stream(model):
    with client.messages.stream(model=model, max_tokens=100, messages=user(GREETING)) as events:
        expect(events.get_final_text(), SPOKEN)


def tools(model):
    asked = user("Call get_weather")
    first = client.messages.create(model=model, max_tokens=100, messages=asked, tools=[TOOL])
    calls = [block for block in first.content if block.type == "tool_use"]
    expect([call.name for call in calls], ["get_weather"])
    results = [{"type": "tool_result", "tool_use_id": call.id, "content": "sunny"} for call in calls]
    turns = [*asked, {"role": "assistant", "content": first.content}, {"role": "user", "content": results}]
    again = client.messages.create(model=model, max_tokens=100, messages=turns, tools=[TOOL])
    expect(again.content[0].text, TOOL_ANSWER)


@beta_tool
def get_weather(city: str) -> str:
    """The weather in a city."""
    return "sunny"


def runner(model):
    run = client.beta.messages.tool_runner(model=model, max_tokens=100, messages=user("Call get_weather"), tools=[get_weather])
    expect(run.until_done().content[0].text, TOOL_ANSWER)


def errors(model):
    def ask(who, name, words):
        return lambda: who.messages.create(model=name, max_tokens=100, messages=user(words))

    fails_with(ask(client, model, "fail with 429"), anthropic.RateLimitError)
    fails_with(ask(stranger, model, "hi"), anthropic.AuthenticationError)
    fails_with(ask(client, "nothing", "hi"), anthropic.NotFoundError)


def count(model):
    assert client.messages.count_tokens(model=model, messages=user(GREETING)).input_tokens > 0


for vendor in VENDORS:
    for scenario in (text, stream, tools, runner, errors, count):
        attempt(f"anthropic {anthropic.__version__} (Python)", vendor, scenario.__name__, lambda: scenario(vendor))
