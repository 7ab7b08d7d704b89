import { toGeminiBuckets } from '@aicp/gateway/formats/gemini/members/gemini-usage';
import type { FormatName } from '@aicp/gateway/formats/format';
import type { ReadingThread } from '../../openai-chat/reading-thread.ts';
import { refusalReason } from '../../openai-chat/refusal-reason.ts';
import { guardPlain } from '../../plain/guarded-plain.ts';
import { objectIn } from '../../plain/plain-usage.ts';
import type { Protocol } from '../../protocol.ts';
import { geminiAddressOf, geminiPaths, geminiTargets } from '../gemini-address.ts';
import { errorBody, errorEvent, providerError } from '../gemini-errors.ts';
import type { GeminiFacts } from '../gemini-scan.ts';
import { GuardedGeminiStream } from '../guarded/guarded-answers.ts';
import { toEmbeddingRequest } from './embedding-request.ts';
import { readEmbedding, type EmbedMethod } from './embed-scan.ts';

const FORMATS: Readonly<Record<EmbedMethod, FormatName>> = {
  embedContent: 'gemini-embed',
  batchEmbedContents: 'gemini-embed-batch',
};
const USAGE = Buffer.from('"usageMetadata"');

/** Google's embeddings: of one content, or of each of many. `thread` reads large bodies. */
export const geminiEmbeddings = (
  method: EmbedMethod,
  thread: Pick<ReadingThread<GeminiFacts>, 'read'>,
): Protocol => ({
  name: FORMATS[method],
  format: FORMATS[method],
  modes: ['embedding'],
  paths: geminiPaths(method),
  plainTargets: geminiTargets(method),
  addressOf: geminiAddressOf,
  read: (body, address) =>
    toEmbeddingRequest(body, readEmbedding(body, method), { method, address }),
  readLarge(body, done, address) {
    const heard = (result: Parameters<Parameters<typeof thread.read>[1]>[0]): void => {
      done(result && toEmbeddingRequest(result.body, result.read, { method, address }));
    };
    thread.read(body, heard, method);
  },
  usageOf: (answer) => toGeminiBuckets(objectIn(answer, USAGE)),
  charactersOf: () => 0,
  errorBody,
  providerError,
  refusalReason,
  errorEvent,
  guardDocument: guardPlain,
  guardStream: (guard) => new GuardedGeminiStream(guard, { isOne: true }),
});
