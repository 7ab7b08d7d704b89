import { a2aRoutes } from './a2a/a2a-routes.ts';
import { batchesRoutes } from './batches/batches-routes.ts';
import type { CallRoutes } from './calls/call-routes.ts';
import { countTokensRoutes } from './calls/token-counts/count-tokens-route.ts';
import { storedResponsesRoutes } from './calls/stored-responses/stored-responses-routes.ts';
import type { GatewayConfig } from './config/config.ts';
import { filesRoutes } from './files/files-routes.ts';
import { moderationsRoutes } from './guardrails/moderations/moderations-route.ts';
import { anthropicMessages } from './protocols/anthropic-messages/anthropic-messages.ts';
import { EMBED_METHODS } from './protocols/gemini/embeddings/embed-scan.ts';
import { geminiEmbeddings } from './protocols/gemini/embeddings/gemini-embeddings.ts';
import { geminiProtocol } from './protocols/gemini/gemini-protocol.ts';
import { openAiChat } from './protocols/openai-chat/openai-chat.ts';
import { openAiResponses } from './protocols/openai-responses/openai-responses.ts';
import { completions, embeddings, moderations, rerank } from './protocols/plain/plain-protocol.ts';
import { FORMS } from './protocols/forms/forms-protocol.ts';
import { images, speech } from './protocols/media/media-protocols.ts';
import type { Protocol } from './protocols/protocol.ts';
import { realtimeRoutes } from './realtime/realtime-routes.ts';
import type { Threads } from './threads.ts';

/** What is served beside that which is built in. */
export interface FurtherApis {
  readonly protocols?: readonly Protocol[] | undefined;
  readonly calls?: readonly CallRoutes[] | undefined;
}

/** Requests that are no conversations. */
const PLAIN = [embeddings, rerank, completions, images, speech];

/** What may be asked for in batches, by its endpoint. */
const batched = (
  readers: Pick<Threads, 'reader' | 'plainReader' | 'responsesReader'>,
): ReadonlyMap<string, Protocol> =>
  new Map([
    ['/v1/chat/completions', openAiChat(readers.reader)],
    ['/v1/responses', openAiResponses(readers.responsesReader)],
    ['/v1/embeddings', embeddings(readers.plainReader)],
  ]);

type Readers = Omit<Threads, 'scanner' | typeof Symbol.asyncDispose>;

/** Conversations whose tokens can be asked for. */
const counted = (readers: Readers) => ({
  responses: openAiResponses(readers.responsesReader),
  messages: anthropicMessages(readers.messageReader),
  gemini: geminiProtocol(readers.geminiReader),
});

/** What clients may ask for, and how: requests to models, and calls of tools and agents. */
export const servedApis = (
  readers: Readers,
  config: GatewayConfig,
  { protocols = [], calls = [] }: FurtherApis,
) => ({
  protocols: [
    openAiChat(readers.reader),
    ...Object.values(counted(readers)),
    ...PLAIN.map((of) => of(readers.plainReader)),
    ...FORMS,
    ...EMBED_METHODS.map((method) => geminiEmbeddings(method, readers.geminiReader)),
    ...protocols,
  ],
  calls: [
    a2aRoutes(config),
    moderationsRoutes(moderations(readers.plainReader)),
    countTokensRoutes(counted(readers)),
    filesRoutes(config),
    batchesRoutes(config, batched(readers)),
    storedResponsesRoutes,
    realtimeRoutes,
    ...calls,
  ],
});
