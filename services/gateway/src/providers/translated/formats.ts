import { chatFormat } from '../../formats/chat/chat-format.ts';
import { geminiFormat } from '../../formats/gemini/gemini-format.ts';
import { completionsFormat } from '../../formats/completions/completions-format.ts';
import { cohereFormat } from '../../formats/cohere/cohere-format.ts';
import { cohereEmbed } from '../../formats/documents/cohere-embed.ts';
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

/** What is translated beside chats. */
export const DOCUMENT_TRANSLATIONS: DocumentTranslations = {
  embeddings: { 'cohere-embed': cohereEmbed },
};

/** Whether requests of an API are translated for models of this mode though their provider speaks it: old completions, which vendors refuse for chat models. */
export const isTranslatedFor = (mode: string | undefined, format: FormatName): boolean =>
  format === 'completions' && mode === 'chat';
