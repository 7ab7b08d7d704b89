import type { ClientFormat } from '../format.ts';
import { writeChatFault } from '../chat/chat-fault.ts';
import { CompletionsEncoder } from './completions-encoder.ts';
import { readCompletionsRequest } from './read-completions-request.ts';

/** OpenAI's completions, of before there were chats, for models that chat: the prompt is what the user says. */
export const completionsFormat: ClientFormat = {
  readRequest: readCompletionsRequest,
  encoder: (facts) => new CompletionsEncoder(facts),
  writeFault: writeChatFault,
};
