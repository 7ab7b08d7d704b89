import type { Fault } from '../conversation/answer-event.ts';
import type { JsonObject } from '../conversation/conversation.ts';

/** An error as an event of a stream has it. */
export const faultEvent = ({ message, type, code, param }: Fault): JsonObject => ({
  type: 'error',
  code: code ?? type ?? 'server_error',
  message,
  param: param ?? null,
});
