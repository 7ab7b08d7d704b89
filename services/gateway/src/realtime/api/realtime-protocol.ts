import { errorBody, eventOf, toOpenAiError } from '../../protocols/openai-chat/error-body.ts';
import type { Protocol } from '../../protocols/protocol.ts';

/** What only requests and their answers have. */
function inNoSession(): never {
  throw new TypeError('a session is no request');
}

/** OpenAI's Realtime: sessions of events, of which each response is one request to the stages. No request is posted. */
export const realtimeProtocol: Protocol = {
  ...{ name: 'realtime', format: 'realtime', modes: ['realtime'], paths: [] },
  read: inNoSession,
  readLarge: inNoSession,
  usageOf: () => undefined,
  charactersOf: () => 0,
  errorBody,
  providerError: toOpenAiError,
  refusalReason: () => undefined,
  errorEvent: eventOf,
  guardDocument: inNoSession,
  guardStream: inNoSession,
};

/** The same where what was said in a session was written down, by a model that is for that. */
export const writtenDownProtocol: Protocol = { ...realtimeProtocol, modes: ['transcription'] };
