import { modelToEncodingMap } from 'gpt-tokenizer/mapping';
import { describe, expect, it } from 'vitest';
import { encodingOf } from './encodings.ts';

describe('the encoding of a model', () => {
  const known = Object.entries(modelToEncodingMap).filter(
    ([name, encoding]) => /^(gpt-|o\d|chatgpt|text-embedding)/.test(name) && /base$/.test(encoding),
  );

  it.each(known)('%s is %s', (name, encoding) => {
    if (encoding !== 'o200k_base' && encoding !== 'cl100k_base') return;
    expect(encodingOf(name)).toBe(encoding);
  });

  it.each([
    ['gpt-35-turbo-16k', 'cl100k_base'],
    ['openai/gpt-4-0613', 'cl100k_base'],
    ['ft:gpt-3.5-turbo:acme::id', 'cl100k_base'],
    ['openai/gpt-4o-mini', 'o200k_base'],
    ['gpt-4.1-nano', 'o200k_base'],
    ['gpt-4.5-preview', 'o200k_base'],
    ['claude-sonnet-4-5', 'o200k_base'],
    ['my-gpt-4-model', 'o200k_base'],
  ] as const)('%s is %s', (name, encoding) => {
    expect(encodingOf(name)).toBe(encoding);
  });
});
