"""What every client's script reports: one line of JSON for each thing that it tried at each vendor."""

import json
import os
import sys
import traceback

URL = os.environ["AICP_URL"]
KEY = os.environ["AICP_KEY"]
VENDORS = os.environ["AICP_VENDORS"].split(",")

GREETING = "Hello there"
SPOKEN = f"You said: {GREETING}"
TOOL_ANSWER = "The tools said: sunny."
PARAMETERS = {
    "type": "object",
    "properties": {"city": {"type": "string"}},
    "required": ["city"],
    "additionalProperties": False,
}


def expect(said, wanted):
    """Fails where an answer is another one than it should be."""
    if said != wanted:
        raise AssertionError(f"{said!r} is not {wanted!r}")


def report(client, vendor, scenario, outcome, detail=""):
    line = {"client": client, "vendor": vendor, "scenario": scenario, "outcome": outcome, "detail": detail}
    print(json.dumps(line), flush=True)


def attempt(client, vendor, scenario, run):
    """Runs one scenario: `ok`, `refused` where the gateway answers 400, and `failed` for everything else."""
    try:
        run()
        report(client, vendor, scenario, "ok")
    except Exception as error:
        status = getattr(error, "status_code", None) or getattr(error, "code", None)
        if status == 400:
            report(client, vendor, scenario, "refused", str(error)[:300])
        else:
            traceback.print_exc(file=sys.stderr)
            report(client, vendor, scenario, "failed", f"{type(error).__name__}: {error}"[:600])


def fails_with(run, kind):
    """Expects an error of this class."""
    try:
        run()
    except kind:
        return
    raise AssertionError(f"no {kind.__name__} was raised")
