import { chatFormat } from '../../formats/chat/chat-format.ts';
import { geminiFormat } from '../../formats/gemini/gemini-format.ts';
import { completionsFormat } from '../../formats/completions/completions-format.ts';
import { cohereFormat } from '../../formats/cohere/cohere-format.ts';
import { cohereAnswered } from '../../formats/documents/embeddings/cohere-embeddings.ts';
import {
  embeddingsBetween,
  type EmbeddingsClient,
} from '../../formats/documents/embeddings/embeddings-between.ts';
import {
  geminiAnswered,
  geminiAsked,
  geminiBatchAsked,
} from '../../formats/documents/embeddings/gemini-embeddings.ts';
import {
  openAiAnswered,
  openAiAsked,
} from '../../formats/documents/embeddings/openai-embeddings.ts';
import { vertexAnswered } from '../../formats/documents/embeddings/vertex-embeddings.ts';
import type { DocumentTranslations } from '../../formats/documents/document-translation.ts';
import { converseFormat } from '../../formats/converse/converse-format.ts';
import type { ClientFormat, FormatName, VendorFormat } from '../../formats/format.ts';
import { responsesFormat } from '../../formats/responses/responses-format.ts';
import { messageFormat } from '../../formats/messages/message-format.ts';

/** The APIs of chats that can be translated from. */
export const CLIENT_FORMATS: Partial<Record<FormatName, ClientFormat>> = {
  chat: chatFormat,
  messages: messageFormat,
  completions: completionsFormat,
  gemini: geminiFormat,
  responses: responsesFormat,
};

/** The APIs of chats that can be translated to. A provider that speaks several is asked in the first of them that it speaks. */
export const VENDOR_FORMATS: Partial<Record<FormatName, VendorFormat>> = {
  chat: chatFormat,
  messages: messageFormat,
  converse: converseFormat,
  gemini: geminiFormat,
  cohere: cohereFormat,
};

/** Vectors of a client's API by every vendor that makes some. */
const embeddingsFor = (client: EmbeddingsClient) => ({
  embeddings: embeddingsBetween(client, openAiAnswered),
  'cohere-embed': embeddingsBetween(client, cohereAnswered),
  'gemini-embed-batch': embeddingsBetween(client, geminiAnswered),
  'vertex-embed': embeddingsBetween(client, vertexAnswered),
});

/** What is translated beside chats. */
export const DOCUMENT_TRANSLATIONS: DocumentTranslations = {
  embeddings: embeddingsFor(openAiAsked),
  'gemini-embed': embeddingsFor(geminiAsked),
  'gemini-embed-batch': embeddingsFor(geminiBatchAsked),
};

/** Whether requests of an API are translated for models of this mode though their provider speaks it: old completions, which vendors refuse for chat models. */
export const isTranslatedFor = (mode: string | undefined, format: FormatName): boolean =>
  format === 'completions' && mode === 'chat';

/** Whether requests of an API that is no conversation's, such as embeddings, get to a provider that speaks these: as they are, or translated. */
export const isServed = (format: FormatName, spoken: readonly FormatName[]): boolean =>
  spoken.some((to) => to === format || DOCUMENT_TRANSLATIONS[format]?.[to] !== undefined);
