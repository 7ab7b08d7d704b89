import type { TokenBuckets } from '@aicp/contracts/usage/usage-record';

/**
 * Of a minute of speech, which has about 950 characters, vendors make some 1,250 tokens: OpenAI's models at USD 12 a million cost USD 0.015 a minute ("Pricing").
 */
const TOKENS_A_CHARACTER = 1250 / 950;

/** What a text takes that is spoken, where nobody counts; nothing where none is. All of a text is spoken, whoever hears it. */
export const spokenTokens = (characters: number | undefined): Partial<TokenBuckets> =>
  characters === undefined ? {} : { audio_output: Math.ceil(characters * TOKENS_A_CHARACTER) };
