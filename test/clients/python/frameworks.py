"""What applications are built with: LangChain, LlamaIndex, and LiteLLM as a client."""

import os

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

import litellm
from langchain_anthropic import ChatAnthropic
from langchain_core.messages import HumanMessage, ToolMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI
from llama_index.core.llms import ChatMessage
from llama_index.llms.openai import OpenAIResponses
from llama_index.llms.openai_like import OpenAILike
from report import GREETING, KEY, PARAMETERS, SPOKEN, TOOL_ANSWER, URL, VENDORS, attempt, expect, fails_with

litellm.suppress_debug_info = True


@tool
def get_weather(city: str) -> str:
    """The weather in a city."""
    return "sunny"


def as_text(content):
    if isinstance(content, str):
        return content
    return "".join(block.get("text", "") for block in content if isinstance(block, dict))


def langchain(model_of):
    def text(model):
        expect(as_text(model_of(model).invoke(GREETING).content), SPOKEN)

    def stream(model):
        expect("".join(as_text(chunk.content) for chunk in model_of(model).stream(GREETING)), SPOKEN)

    def tools(model):
        bound = model_of(model).bind_tools([get_weather])
        asked = HumanMessage("Call get_weather")
        first = bound.invoke([asked])
        expect([call["name"] for call in first.tool_calls], ["get_weather"])
        results = [ToolMessage(get_weather.invoke(call["args"]), tool_call_id=call["id"]) for call in first.tool_calls]
        expect(as_text(bound.invoke([asked, first, *results]).content), TOOL_ANSWER)

    return (text, stream, tools)


def openai_chat(model):
    return ChatOpenAI(model=model, base_url=f"{URL}/v1", api_key=KEY, max_retries=0)


def openai_responses(model):
    return ChatOpenAI(model=model, base_url=f"{URL}/v1", api_key=KEY, max_retries=0, use_responses_api=True)


def anthropic_chat(model):
    return ChatAnthropic(model=model, base_url=URL, api_key=KEY, max_retries=0, max_tokens=100)


def llamaindex(model):
    return OpenAILike(model=model, api_base=f"{URL}/v1", api_key=KEY, is_chat_model=True, max_retries=0)


def llama_text(model):
    expect(llamaindex(model).chat([ChatMessage(role="user", content=GREETING)]).message.content, SPOKEN)


def llama_stream(model):
    parts = llamaindex(model).stream_chat([ChatMessage(role="user", content=GREETING)])
    expect("".join(part.delta or "" for part in parts), SPOKEN)


def llama_responses(model):
    # It wants to know the length of its model's context by the model's name.
    answering = OpenAIResponses(model="gpt-4o", api_base=f"{URL}/v1", api_key=KEY, max_retries=0, additional_kwargs={"model": model})
    expect(answering.complete(GREETING).text, SPOKEN)


TOOL = {"type": "function", "function": {"name": "get_weather", "parameters": PARAMETERS}}


def lite(kind):
    base = {"openai": f"{URL}/v1", "anthropic": URL}[kind]

    def ask(model, messages, **more):
        asked = {"model": f"{kind}/{model}", "messages": messages, "api_base": base, "api_key": KEY, "max_retries": 0}
        return litellm.completion(**asked, **more)

    def user(text):
        return [{"role": "user", "content": text}]

    def text(model):
        expect(ask(model, user(GREETING)).choices[0].message.content, SPOKEN)

    def stream(model):
        chunks = ask(model, user(GREETING), stream=True)
        expect("".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices), SPOKEN)

    def tools(model):
        asked = user("Call get_weather")
        first = ask(model, asked, tools=[TOOL]).choices[0].message
        expect([call.function.name for call in first.tool_calls], ["get_weather"])
        results = [{"role": "tool", "tool_call_id": call.id, "content": "sunny"} for call in first.tool_calls]
        again = ask(model, [*asked, first.model_dump(exclude_none=True), *results], tools=[TOOL])
        expect(again.choices[0].message.content, TOOL_ANSWER)

    def errors(model):
        fails_with(lambda: ask(model, user("fail with 429")), litellm.RateLimitError)

    return (text, stream, tools, errors)


CLIENTS = {
    "LangChain ChatOpenAI (Python)": langchain(openai_chat),
    "LangChain ChatOpenAI with Responses (Python)": langchain(openai_responses),
    "LangChain ChatAnthropic (Python)": langchain(anthropic_chat),
    "LlamaIndex OpenAILike (Python)": (llama_text, llama_stream),
    "LlamaIndex OpenAIResponses (Python)": (llama_responses,),
    "LiteLLM openai/ (Python)": lite("openai"),
    "LiteLLM anthropic/ (Python)": lite("anthropic"),
}

for vendor in VENDORS:
    for client, scenarios in CLIENTS.items():
        for scenario in scenarios:
            attempt(client, vendor, scenario.__name__, lambda: scenario(vendor))
