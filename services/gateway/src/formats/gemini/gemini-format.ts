import type { ClientFormat, VendorFormat } from '../format.ts';
import { GeminiDecoder } from './answers/gemini-decoder.ts';
import { GeminiEncoder } from './answers/gemini-encoder.ts';
import { readGeminiFault, writeGeminiFault } from './answers/gemini-fault.ts';
import { readGeminiRequest } from './requests/read-gemini-request.ts';
import { writeGeminiRequest } from './requests/write-gemini-request.ts';

/** Google's generateContent. */
export const geminiFormat: ClientFormat & VendorFormat = {
  readRequest: readGeminiRequest,
  writeRequest: writeGeminiRequest,
  decoder: () => new GeminiDecoder(),
  encoder: (facts) => new GeminiEncoder(facts),
  readFault: readGeminiFault,
  writeFault: writeGeminiFault,
};
