import type { ProtocolVersion } from '@aicp/contracts/agents/agent-card';
import type { Refusal } from '../../pipeline/exchange/refusal.ts';

/** An error as JSON-RPC has it. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** Id of a request, which its answer repeats; null where none could be read. */
export type RpcId = string | number | null;

/** Of the protocol, beside those of JSON-RPC itself: what 1.0 calls them. */
const REASONS: Readonly<Record<number, string>> = {
  [-32001]: 'TASK_NOT_FOUND',
  [-32003]: 'PUSH_NOTIFICATION_NOT_SUPPORTED',
  [-32004]: 'UNSUPPORTED_OPERATION',
  [-32006]: 'INVALID_AGENT_RESPONSE',
  [-32007]: 'EXTENDED_AGENT_CARD_NOT_CONFIGURED',
  [-32009]: 'VERSION_NOT_SUPPORTED',
};

export const unreadableJson = (): RpcError => ({
  code: -32700,
  message: 'The body is no JSON. Send one JSON-RPC request.',
});

export const noRequest = (message: string): RpcError => ({ code: -32600, message });

export const unknownMethod = (method: string): RpcError => ({
  code: -32601,
  message: `There is no method "${method.slice(0, 100)}" in protocol 1.0 or 0.3.`,
});

export const badParams = (message: string): RpcError => ({ code: -32602, message });

/** The same for a task that never was and for one of somebody else. */
export const taskNotFound = (): RpcError => ({
  code: -32001,
  message: 'Task not found: send the id of a task of this agent as the gateway gave it to you.',
});

/** The same for a context that never was and for one of somebody else. */
export const contextNotFound = (): RpcError =>
  badParams(
    'There is no such context: leave contextId out to begin one, or send it as the gateway gave it to you.',
  );

export const noPushNotifications = (): RpcError => ({
  code: -32003,
  message: 'Push notifications are not supported: ask for the task, or subscribe to it.',
});

export const unsupported = (message: string): RpcError => ({ code: -32004, message });

export const noExtendedCard = (): RpcError => ({
  code: -32007,
  message: 'There is no further card than the one at /.well-known/agent-card.json.',
});

export const versionNotSupported = (message: string): RpcError => ({ code: -32009, message });

/** The agent is not asked in a version that its card does not have. */
export const notSpoken = (version: ProtocolVersion): RpcError =>
  versionNotSupported(
    `The agent does not speak protocol ${version} over JSON-RPC: its card says what it speaks.`,
  );

/** What the agent answers is none of the protocol's. */
export const invalidAnswer = (message: string): RpcError => ({ code: -32006, message });

/** The agent cannot be asked, or does not answer. */
export const agentFailed = (message: string): RpcError => ({ code: -32603, message });

/** A guardrail stopped what was sent, or what came back: for good, or since it could not judge. Of the codes that JSON-RPC leaves to servers. */
export const stoppedBy = ({ message, code }: Pick<Refusal, 'message' | 'code'>): RpcError => ({
  code: -32000,
  message,
  data: { code },
});

/** A response that is an error. 1.0 tells its reason as well. */
export function errorResponse(id: RpcId, error: RpcError, version?: ProtocolVersion): object {
  const reason = REASONS[error.code];
  const isTold = version !== '0.3' && reason !== undefined && error.data === undefined;
  const data = isTold
    ? { data: [{ '@type': ERROR_INFO, reason, domain: 'a2a-protocol.org' }] }
    : {};
  return { jsonrpc: '2.0', id, error: { ...error, ...data } };
}

const ERROR_INFO = 'type.googleapis.com/google.rpc.ErrorInfo';
