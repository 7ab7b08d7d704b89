import type { ClientFormat, VendorFormat } from '../format.ts';
import { ChatDecoder } from './chat-decoder.ts';
import { ChatEncoder } from './chat-encoder.ts';
import { readChatFault, writeChatFault } from './chat-fault.ts';
import { readChatRequest } from './read-chat-request.ts';
import { writeChatRequest } from './write-chat-request.ts';

/** OpenAI's chat completions. */
export const chatFormat: ClientFormat & VendorFormat = {
  readRequest: readChatRequest,
  writeRequest: writeChatRequest,
  decoder: () => new ChatDecoder(),
  encoder: (facts) => new ChatEncoder(facts),
  readFault: readChatFault,
  writeFault: writeChatFault,
};
