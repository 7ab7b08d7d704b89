"""Google's library for Python."""

from google import genai
from google.genai import errors as failures
from google.genai import types, version
from report import GREETING, KEY, PARAMETERS, SPOKEN, TOOL_ANSWER, URL, VENDORS, attempt, expect

client = genai.Client(api_key=KEY, http_options=types.HttpOptions(base_url=URL))
stranger = genai.Client(api_key="sk-nobody", http_options=types.HttpOptions(base_url=URL))
DECLARED = types.FunctionDeclaration(name="get_weather", parameters_json_schema=PARAMETERS)
CALLS = types.GenerateContentConfig(
    tools=[types.Tool(function_declarations=[DECLARED])],
    automatic_function_calling=types.AutomaticFunctionCallingConfig(disable=True),
)


def text(model):
    answer = client.models.generate_content(model=model, contents=GREETING)
    expect(answer.text, SPOKEN)
    assert answer.usage_metadata.total_token_count > 0


def stream(model):
    expect("".join(part.text or "" for part in client.models.generate_content_stream(model=model, contents=GREETING)), SPOKEN)


def tools(model):
    asked = types.Content(role="user", parts=[types.Part(text="Call get_weather")])
    first = client.models.generate_content(model=model, contents=[asked], config=CALLS)
    expect([call.name for call in first.function_calls], ["get_weather"])
    results = [
        types.Part(function_response=types.FunctionResponse(id=call.id, name=call.name, response={"output": "sunny"}))
        for call in first.function_calls
    ]
    turns = [asked, first.candidates[0].content, types.Content(role="user", parts=results)]
    expect(client.models.generate_content(model=model, contents=turns, config=CALLS).text, TOOL_ANSWER)


def get_weather(city: str) -> str:
    """The weather in a city."""
    return "sunny"


def functions(model):
    answer = client.models.generate_content(
        model=model, contents="Call get_weather", config=types.GenerateContentConfig(tools=[get_weather])
    )
    expect(answer.text, TOOL_ANSWER)


def chat(model):
    talk = client.chats.create(model=model)
    expect(talk.send_message(GREETING).text, SPOKEN)
    expect("".join(part.text or "" for part in talk.send_message_stream(GREETING)), SPOKEN)


def picture(model):
    # Bytes whose base64 differs by the alphabet.
    seen = types.Part.from_bytes(data=b"\xfb\xff\xbf\xfb", mime_type="image/png")
    try:
        answer = client.models.generate_content(model=model, contents=[seen, "What?"])
    except failures.ClientError as error:
        raise AssertionError(f"the picture is refused: {error}") from None
    assert "I see 1 of your media" in answer.text, answer.text


def errors(model):
    def ask(who, name, words):
        return lambda: who.models.generate_content(model=name, contents=words)

    for who, name, words, code in ((client, model, "fail with 429", 429), (stranger, model, "hi", 401), (client, "nothing", "hi", 404)):
        try:
            ask(who, name, words)()
        except failures.ClientError as error:
            expect(error.code, code)
        else:
            raise AssertionError(f"{words} was answered")


def listed(_model):
    assert len(list(client.models.list())) > 0


for vendor in VENDORS:
    for scenario in (text, stream, tools, functions, chat, picture, errors, listed):
        attempt(f"google-genai {version.__version__} (Python)", vendor, scenario.__name__, lambda: scenario(vendor))
