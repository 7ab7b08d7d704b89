import OpenAI from 'openai';

/** The stock client, that never tries again by itself. */
export const clientOf = (gateway: { readonly url: string }, secret = 'sk-alice'): OpenAI =>
  new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: secret, maxRetries: 0 });

/** A prompt of one message. */
export const saying = (content: string) => [{ role: 'user' as const, content }];
