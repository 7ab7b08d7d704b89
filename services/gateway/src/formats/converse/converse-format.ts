import type { VendorFormat } from '../format.ts';
import { ConverseDecoder } from './converse-decoder.ts';
import { readConverseFault } from './converse-fault.ts';
import { writeConverseRequest } from './write-converse-request.ts';

/** Amazon Bedrock's converse. */
export const converseFormat: VendorFormat = {
  writeRequest: writeConverseRequest,
  decoder: (facts) => new ConverseDecoder(facts),
  readFault: readConverseFault,
};
