/** OpenAI's encodings that are counted exactly. */
export const ENCODINGS = ['o200k_base', 'cl100k_base'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Models of before GPT-4o, by what their provider calls them: GPT-4 and its turbo, GPT-3.5 (Azure leaves the point out), embeddings. */
const CL100K = /(?:^|\/)(?:ft:)?(?:gpt-4(?![\w.]*o|\.\d)|gpt-3\.?5|text-embedding-(?:ada-002|3))/i;

/** The encoding that a model reads in. Models of other vendors have encodings of their own, which cannot be had: they are counted in the newest. */
export const encodingOf = (upstreamModel: string): Encoding =>
  CL100K.test(upstreamModel) ? 'cl100k_base' : 'o200k_base';
