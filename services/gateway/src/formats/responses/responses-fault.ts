import type { Fault } from '../conversation/answer-event.ts';
import type { JsonObject } from '../conversation/conversation.ts';

/** The members of an event that tells an error, but for its type. */
export const faultEvent = ({ message, type, code, param }: Fault): JsonObject => ({
  code: code ?? type ?? 'server_error',
  message,
  param: param ?? null,
});
