import { writeChatFault } from '../chat/chat-fault.ts';
import type { ClientFormat } from '../format.ts';
import { readResponsesRequest } from './read-responses-request.ts';
import { ResponsesEncoder } from './responses-encoder.ts';

/** OpenAI's Responses, as clients speak it. Its errors are those of chat completions. */
export const responsesFormat: ClientFormat = {
  readRequest: readResponsesRequest,
  encoder: (facts) => new ResponsesEncoder(facts),
  writeFault: writeChatFault,
};
