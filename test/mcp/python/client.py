"""Uses the tools behind a gateway by the official Python SDK, and prints as JSON what came of it.

  python client.py GATEWAY KEY SERVER

GATEWAY: its address, such as http://127.0.0.1:8080. KEY: an API key. SERVER: the id of an MCPServer that has what the
conformance suite asks for (test/mcp/suite).
"""

import asyncio
import json
import sys

import httpx2
import mcp_types as types
from mcp import Client
from mcp.client.streamable_http import streamable_http_client


async def elicit(_context, _params):
    return types.ElicitResult(
        action="accept", content={"username": "ann", "email": "ann@example.com", "name": "ann"}
    )


async def sample(_context, _params):
    return types.CreateMessageResult(
        role="assistant", content=types.TextContent(type="text", text="a thought"), model="test"
    )


async def used(url: str, key: str, mode: str, prefix: str) -> dict:
    """What a client of one version finds at an address. Tools of all servers have the server's name as their prefix."""
    logged = []

    async def log(params):
        logged.append(params.data)

    async with httpx2.AsyncClient(headers={"authorization": f"Bearer {key}"}) as http:
        transport = streamable_http_client(url, http_client=http)
        client = Client(
            transport,
            mode=mode,
            elicitation_callback=elicit,
            sampling_callback=sample,
            logging_callback=log,
            log_level="info",
        )
        async with client:
            return {**await found(client, mode, prefix), "logged": len(logged)}


async def found(client: Client, mode: str, prefix: str) -> dict:
    async def call(name: str, arguments: dict) -> str:
        answer = await client.call_tool(f"{prefix}{name}", arguments)
        return " ".join(getattr(one, "text", "") for one in answer.content)

    listed = await client.list_tools()
    await call("test_tool_with_logging", {})
    answers = {
        "tools": len(listed.tools),
        "called": await call("test_simple_text", {}),
        "elicited": await call("test_input_required_result_elicitation", {}),
        "region": await call("test_region_header", {"region": "eu"}),
    }
    if mode == "legacy":
        answers["asked"] = await call("test_elicitation", {"message": "Who?"})
        answers["sampled"] = await call("test_sampling", {"prompt": "Say it."})
    if prefix == "":
        read = await client.read_resource("test://static-text")
        got = await client.get_prompt(
            "test_prompt_with_arguments", {"arg1": "one", "arg2": "two"}
        )
        answers["resources"] = len((await client.list_resources()).resources)
        answers["read"] = read.contents[0].text
        answers["prompts"] = len((await client.list_prompts()).prompts)
        answers["got"] = got.messages[0].content.text
    return answers


async def main(gateway: str, key: str, server: str) -> None:
    results = {}
    for mode in ("auto", "legacy"):
        results[f"{mode} /mcp"] = await used(f"{gateway}/mcp", key, mode, f"{server}_")
        results[f"{mode} /mcp/{server}"] = await used(f"{gateway}/mcp/{server}", key, mode, "")
    print(json.dumps(results))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
