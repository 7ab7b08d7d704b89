import { z } from 'zod';
import { allBut, turns } from '../compatible/chat-members.ts';
import type { ChatAsk } from '../compatible/chat-ask.ts';
import type { ChatVendor } from '../compatible/chat-vendor.ts';
import { OPENAI_COMPLETIONS } from '../compatible/plain/completions.ts';
import { OPENAI_EMBEDDINGS } from '../compatible/plain/embeddings.ts';
import { OPENAI_MODERATIONS } from '../compatible/plain/moderations.ts';
import { COMMON, wantsEffort } from '../compatible/vendors/common.ts';

export const VERBOSITY = z.enum(['low', 'medium', 'high']).nullish();

/** Models before GPT-5 are as verbose as they are. */
export const wrongVerbosity = ({ model, verbosity }: ChatAsk): string | undefined =>
  model.includes('gpt-4') && typeof verbosity === 'string' && verbosity !== 'medium'
    ? `Unsupported value: 'verbosity' does not support '${verbosity}' with this model. Supported values are: 'medium'.`
    : undefined;

/** OpenAI's own chat completions (its API reference, "Create chat completion"), and what is asked by single documents. What its models think stays its own: it is counted alone. */
export const openAiChatVendor: ChatVendor = {
  ...COMMON,
  models: ['gpt-5', 'gpt-5-mini', 'text-embedding-3-small', 'gpt-realtime'],
  request: z.strictObject({
    ...allBut(),
    messages: turns({ developer: true, files: true }),
    store: z.boolean().nullish(),
    verbosity: VERBOSITY,
    prompt_cache_key: z.string().nullish(),
    prompt_cache_retention: z.enum(['in_memory', '24h']).nullish(),
    prompt_cache_options: z.looseObject({}).nullish(),
    web_search_options: z.looseObject({}).nullish(),
    safety_identifier: z.string().nullish(),
    prediction: z.looseObject({ type: z.literal('content') }).nullish(),
    modalities: z.array(z.enum(['text', 'audio'])).nullish(),
  }),
  mistake: wrongVerbosity,
  thinks: wantsEffort,
  reasoning: () => ({}),
  beside: [OPENAI_EMBEDDINGS, OPENAI_COMPLETIONS, OPENAI_MODERATIONS],
};
