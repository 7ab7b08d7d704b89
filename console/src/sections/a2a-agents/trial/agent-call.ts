/** What is told an agent: a message, of a task where one is gone on with. */
export interface Said {
  readonly text: string;
  readonly taskId: string | undefined;
  readonly contextId: string | undefined;
}

/** How an agent is spoken to. */
export interface Speech {
  /** `1.0` or `0.3`. */
  readonly version: string;
  readonly isStreaming: boolean;
}

const LEGACY = '0.3';

/** The newest version of the protocol that an agent speaks. */
export const versionOf = (spoken: readonly string[]): string =>
  spoken.includes('1.0') ? '1.0' : LEGACY;

/** A call of A2A that sends a message. `id`: unique, of the message. */
export function sendCall({ text, taskId, contextId }: Said, speech: Speech, id: string): object {
  const isLegacy = speech.version === LEGACY;
  const ids = { ...(taskId && { taskId }), ...(contextId && { contextId }) };
  const message = isLegacy
    ? { kind: 'message', messageId: id, role: 'user', parts: [{ kind: 'text', text }], ...ids }
    : { messageId: id, role: 'ROLE_USER', parts: [{ text }], ...ids };
  return rpc(sendMethod(isLegacy, speech.isStreaming), { message });
}

function sendMethod(isLegacy: boolean, isStreaming: boolean): string {
  if (isLegacy) return isStreaming ? 'message/stream' : 'message/send';
  return isStreaming ? 'SendStreamingMessage' : 'SendMessage';
}

/** A call of A2A that cancels a task. */
export const cancelCall = (taskId: string, { version }: Speech): object =>
  rpc(version === LEGACY ? 'tasks/cancel' : 'CancelTask', { id: taskId });

const rpc = (method: string, params: object): object => ({ jsonrpc: '2.0', id: 1, method, params });
