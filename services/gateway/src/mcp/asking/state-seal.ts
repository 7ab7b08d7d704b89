import type { Clock } from '@aicp/common/time/clock';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { TextSeal } from '../../seal/text-seal.ts';

/** What a state holds for: whoever calls, the server, and what it is asked. */
export interface StateBounds {
  /** As principalText writes it. */
  readonly principal: string;
  readonly server: { readonly id: string; readonly uid: string };
  readonly method: string;
  /** The tool, prompt or resource, as its server calls it; undefined: the method has none. */
  readonly what: string | undefined;
}

/** A server may keep so much with its caller, UTF-16 units. */
export const MOST_STATE = 65_536;
/** So long a caller may take for the answers. */
export const STATE_MS = 3_600_000;

const BYTES_EACH = 3;
const BASE64 = 4 / 3;
/** The tag, and the end of its time. */
const ALLOWANCE = 64;

/**
 * What servers want to have back with the answers to their questions (`requestState` of 2026-07-28), as callers see it: it holds for the call that it was given for, for an hour. No
 * other principal can use it, and no other server gets it.
 */
export class StateSeal {
  private readonly texts: TextSeal;
  private readonly clock: Pick<Clock, 'now'>;

  constructor(secret: string | Buffer, clock: Pick<Clock, 'now'>) {
    const mostCharacters = Math.ceil(MOST_STATE * BYTES_EACH * BASE64) + ALLOWANCE;
    this.texts = new TextSeal(secret, { purpose: 'aicp-mcp-states-v1', mostCharacters });
    this.clock = clock;
  }

  /** The state as the caller gets it. Throws where it is too long, or no text that there is. */
  seal(bounds: StateBounds, state: unknown): string {
    if (typeof state !== 'string' || !state.isWellFormed() || state.length > MOST_STATE) {
      throw new Error(`its requestState is no text of at most ${MOST_STATE} characters`);
    }
    return this.texts.seal(listOf(bounds), `${this.clock.now() + STATE_MS} ${state}`);
  }

  /** The state as its server gave it. Throws a ProtocolError where it was not given for this, or too long ago. */
  open(bounds: StateBounds, sealed: unknown): string {
    const text = typeof sealed === 'string' ? this.texts.open(listOf(bounds), sealed) : undefined;
    const end = text?.indexOf(' ') ?? -1;
    if (text === undefined || Number(text.slice(0, end)) < this.clock.now()) throw notTaken();
    return text.slice(end + 1);
  }
}

const listOf = ({ principal, server, method, what }: StateBounds): string[] => [
  JSON.stringify([principal, server.id, server.uid, method, what ?? null]),
];

const notTaken = (): ProtocolError =>
  new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'This requestState was not given to you for this call of this server, or more than an hour ago. Send the call again without requestState and inputResponses.',
    { reason: 'invalid_request_state' },
  );
