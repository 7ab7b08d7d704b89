import type { ProtocolError } from '../../protocols/protocol.ts';

/** An error as OpenAI's sessions tell it. `about`: the id of the client's event that it is about. */
export const errorEvent = (
  { type, code, message, param }: ProtocolError,
  about: string | null = null,
): string =>
  JSON.stringify({
    type: 'error',
    event_id: `event_${crypto.randomUUID().replaceAll('-', '')}`,
    error: { type, code, message, param, event_id: about },
  });

/** An error of the client's own event. */
export const requestError = (message: string, param: string | null): ProtocolError => ({
  ...{ type: 'invalid_request_error', code: 'invalid_value', message, param },
});
