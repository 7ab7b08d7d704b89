import type { ShedReason } from '../../memory/admission.ts';
import { shed } from '../../pipeline/exchange/refusal.ts';
import type { ProtocolError } from '../../protocols/protocol.ts';
import type { BrokenBy } from '../turns/turn.ts';

/** Why sessions end, as metrics tell it. */
export const ENDS = [
  ...(['client', 'provider', 'refused', 'idle', 'length', 'stalled', 'shutdown', 'fault'] as const),
  'overloaded' as const,
] as const;
export type End = (typeof ENDS)[number];

/** How a session ends. */
export interface SessionEnding {
  readonly end: End;
  /** Of the close frame that the client gets. */
  readonly code: number;
  /** For people; at most 123 bytes. */
  readonly reason: string;
  /** What the client is told before; absent: nothing. */
  readonly error?: ProtocolError | undefined;
  /** What the provider did to the responses under way; absent: nothing. */
  readonly brokenBy?: BrokenBy;
}

/** Codes that may be sent (RFC 6455, 7.4). */
const SENDABLE = new Set([
  ...[1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014],
]);

/** A code as it may be sent on: what a connection says that broke is no code. */
export const sendable = (code: number): number =>
  SENDABLE.has(code) || (code >= 3000 && code < 5000) ? code : 1011;

const LONGEST_REASON = 123;

/** A reason that fits into a close frame. */
export function fitting(reason: string): string {
  let text = reason;
  while (Buffer.byteLength(text) > LONGEST_REASON) text = text.slice(0, -1);
  return text;
}

const told = (type: string, code: string, message: string): ProtocolError => ({
  ...{ type, code, message, param: null },
});

export const CLIENT_LEFT: SessionEnding = { end: 'client', code: 1000, reason: '' };

export const SHUTDOWN: SessionEnding = {
  ...{ end: 'shutdown', code: 1001, reason: 'the gateway is stopping: open another session' },
};

export const STALLED: SessionEnding = {
  ...{ end: 'stalled', code: 1008, reason: 'what was sent was not read' },
};

export const FAULT: SessionEnding = {
  ...{ end: 'fault', code: 1011, reason: 'internal error' },
  error: told('server_error', 'internal_error', 'The session ended for a fault of the gateway.'),
};

export const TOO_MANY_PINGS: SessionEnding = {
  ...{ end: 'refused', code: 1008, reason: 'too many pings' },
};

/** The provider began more than anybody can have said. */
export const BEGAN_TOO_MUCH: SessionEnding = {
  ...{ end: 'provider', code: 1008, reason: 'the provider began too many responses' },
  brokenBy: 'flooded',
  error: told(
    'server_error',
    'upstream_error',
    'The provider began more responses that nobody asked for than are served. Open another session.',
  ),
};

/** The provider said nothing of a response that is under way. */
export const SILENT: SessionEnding = {
  ...{ end: 'provider', code: 1011, reason: 'the provider sent nothing of a response' },
  brokenBy: 'silent',
  error: told(
    'server_error',
    'upstream_error',
    'The provider sent nothing of a response for too long. Open another session.',
  ),
};

/** There is no memory for its messages. */
export const overloadedFor = (missing: ShedReason): SessionEnding => {
  const { type, code, message } = shed(missing);
  return {
    ...{ end: 'overloaded', code: 1013, reason: 'no memory for its messages: try again soon' },
    error: { type, code, message, param: null },
  };
};

/** Nothing came for too long. */
export const idle = (ms: number): SessionEnding => ({
  ...{ end: 'idle', code: 1001, reason: 'nothing was sent for too long' },
  error: told(
    'invalid_request_error',
    'session_idle',
    `Nothing was sent for ${ms / 1000} s, so that the session ends. Open another one.`,
  ),
});

/** It lasted as long as it may. */
export const tooLong = (ms: number): SessionEnding => ({
  ...{ end: 'length', code: 1001, reason: 'the session lasted as long as it may' },
  error: told(
    'invalid_request_error',
    'session_expired',
    `Sessions last ${ms / 1000} s at most. Open another one.`,
  ),
});

/** The provider left. */
export const providerLeft = (code: number, reason: string): SessionEnding => ({
  ...{ end: 'provider', code: sendable(code), reason: fitting(reason), brokenBy: 'closed' },
  ...(code === 1000 || code === 1001
    ? {}
    : {
        error: told(
          'server_error',
          'upstream_error',
          'The provider closed the session before its end. Open another one.',
        ),
      }),
});

/** What the stages refuse ends it. */
export const refusedFor = (error: ProtocolError): SessionEnding => ({
  ...{ end: 'refused', code: 1008, reason: fitting(error.code ?? error.type), error },
});
