import type { VendorFormat } from '../format.ts';
import { CohereDecoder } from './cohere-decoder.ts';
import { readCohereFault } from './cohere-fault.ts';
import { writeCohereRequest } from './write-cohere-request.ts';

/** Cohere's chat, version 2. */
export const cohereFormat: VendorFormat = {
  writeRequest: writeCohereRequest,
  decoder: () => new CohereDecoder(),
  readFault: readCohereFault,
};
