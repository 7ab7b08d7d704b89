import { toOpenAiError } from '../../protocols/openai-chat/error-body.ts';
import type { ProtocolError } from '../../protocols/protocol.ts';
import { memberOf, readObject, textOf, type RealtimeEvent } from '../events/event-members.ts';
import type { TurnRefusal } from '../turns/turn.ts';
import type { SessionFacts } from '../api/session-input.ts';

/** Statuses of refusals after which the same session may be answered again. */
const PASSING: ReadonlySet<number> = new Set([429, 503]);

/** What a refusal of the stages says to a client in a session, and whether the session can go on. */
export function readRefusal({ status, body }: TurnRefusal): {
  readonly error: ProtocolError;
  readonly isPassing: boolean;
} {
  const clean = toOpenAiError(Buffer.from(body), status, { clean: (bytes) => bytes });
  const error = memberOf(readObject(clean.toString()), 'error');
  return {
    isPassing: PASSING.has(status),
    error: {
      type: textOf(error, 'type') ?? 'server_error',
      code: textOf(error, 'code') ?? null,
      message: textOf(error, 'message') ?? `The response was refused with ${status}.`,
      param: textOf(error, 'param') ?? null,
      status,
    },
  };
}

/** What a client said of its responses: for all of them, and for one. */
export class ResponseWishes {
  private maxTokens: number | undefined;
  private hasTools = false;

  /** The client changes the session. */
  changed({ session }: RealtimeEvent): void {
    this.maxTokens = longestIn(session, this.maxTokens);
    const tools = memberOf(session, 'tools');
    if (Array.isArray(tools)) this.hasTools = tools.length > 0;
  }

  /** What the next response is to be, as far as limits and policies ask. */
  factsOf(promptCharacters: number, response?: unknown): Omit<SessionFacts, 'model'> {
    const tools = memberOf(response, 'tools');
    return {
      maxTokens: longestIn(response, this.maxTokens),
      hasTools: Array.isArray(tools) ? tools.length > 0 : this.hasTools,
      promptCharacters: Math.ceil(promptCharacters + JSON.stringify(response ?? '').length),
    };
  }
}

/** The beta had another name for it; `"inf"` is no bound. What is not said, or is no number that may be, stays as it was. */
function longestIn(value: unknown, before: number | undefined): number | undefined {
  const most =
    memberOf(value, 'max_output_tokens') ?? memberOf(value, 'max_response_output_tokens');
  if (most === 'inf') return undefined;
  return typeof most === 'number' && Number.isInteger(most) && most > 0 ? most : before;
}
