"""OpenAI's library for Python: chat completions and Responses."""

import openai
from pydantic import BaseModel
from report import GREETING, KEY, PARAMETERS, SPOKEN, TOOL_ANSWER, URL, VENDORS, attempt, expect, fails_with

client = openai.OpenAI(base_url=f"{URL}/v1", api_key=KEY, max_retries=0)
stranger = openai.OpenAI(base_url=f"{URL}/v1", api_key="sk-nobody", max_retries=0)
TOOL = {"type": "function", "function": {"name": "get_weather", "parameters": PARAMETERS}}


class City(BaseModel):
    city: str


def user(text):
    return [{"role": "user", "content": text}]


def chat_text(model):
    answer = client.chat.completions.create(model=model, messages=user(GREETING))
    expect(answer.choices[0].message.content, SPOKEN)
    assert answer.usage.total_tokens > 0


def chat_stream(model):
    options = {"include_usage": True}
    chunks = list(client.chat.completions.create(model=model, messages=user(GREETING), stream=True, stream_options=options))
    expect("".join(c.choices[0].delta.content or "" for c in chunks if c.choices), SPOKEN)
    assert chunks[-1].usage.total_tokens > 0


def chat_tools(model):
    asked = user("Call get_weather")
    first = client.chat.completions.create(model=model, messages=asked, tools=[TOOL]).choices[0].message
    expect([call.function.name for call in first.tool_calls], ["get_weather"])
    results = [{"role": "tool", "tool_call_id": call.id, "content": "sunny"} for call in first.tool_calls]
    again = client.chat.completions.create(model=model, messages=[*asked, first, *results], tools=[TOOL])
    expect(again.choices[0].message.content, TOOL_ANSWER)


def chat_parsed(model):
    answer = client.chat.completions.parse(model=model, messages=user("Answer in JSON"), response_format=City)
    assert isinstance(answer.choices[0].message.parsed, City)


def chat_errors(model):
    fails_with(lambda: client.chat.completions.create(model=model, messages=user("fail with 429")), openai.RateLimitError)
    fails_with(lambda: stranger.chat.completions.create(model=model, messages=user("hi")), openai.AuthenticationError)
    fails_with(lambda: client.chat.completions.create(model="nothing", messages=user("hi")), openai.NotFoundError)


def responses_text(model):
    answer = client.responses.create(model=model, input=GREETING, store=False)
    expect(answer.output_text, SPOKEN)
    assert answer.usage.total_tokens > 0


def responses_stream(model):
    with client.responses.stream(model=model, input=GREETING, store=False) as stream:
        expect(stream.get_final_response().output_text, SPOKEN)


def responses_tools(model):
    tools = [{"type": "function", "name": "get_weather", "parameters": PARAMETERS, "strict": True}]
    asked = user("Call get_weather")
    first = client.responses.create(model=model, input=asked, tools=tools, store=False)
    calls = [item for item in first.output if item.type == "function_call"]
    expect([call.name for call in calls], ["get_weather"])
    results = [{"type": "function_call_output", "call_id": call.call_id, "output": "sunny"} for call in calls]
    items = [item.model_dump(exclude_none=True) for item in first.output]
    again = client.responses.create(model=model, input=[*asked, *items, *results], tools=tools, store=False)
    expect(again.output_text, TOOL_ANSWER)


def responses_parsed(model):
    answer = client.responses.parse(model=model, input="Answer in JSON", text_format=City, store=False)
    assert isinstance(answer.output_parsed, City)


SCENARIOS = (
    *(chat_text, chat_stream, chat_tools, chat_parsed, chat_errors),
    *(responses_text, responses_stream, responses_tools, responses_parsed),
)

for vendor in VENDORS:
    for scenario in SCENARIOS:
        attempt(f"openai {openai.__version__} (Python)", vendor, scenario.__name__, lambda: scenario(vendor))
