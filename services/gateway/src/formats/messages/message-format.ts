import type { ClientFormat, VendorFormat } from '../format.ts';
import { MessageDecoder } from './answer/message-decoder.ts';
import { MessageEncoder } from './answer/message-encoder.ts';
import { readMessageFault, writeMessageFault } from './answer/message-fault.ts';
import { readMessageRequest } from './request/read-message-request.ts';
import { writeMessageRequest } from './request/write-message-request.ts';

/** Anthropic's messages. */
export const messageFormat: ClientFormat & VendorFormat = {
  readRequest: readMessageRequest,
  writeRequest: writeMessageRequest,
  decoder: (facts) => new MessageDecoder(facts),
  encoder: (facts) => new MessageEncoder(facts),
  readFault: readMessageFault,
  writeFault: (fault, status) => writeMessageFault(fault, status),
};
