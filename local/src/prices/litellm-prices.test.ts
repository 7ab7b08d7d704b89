import { priceCatalog } from '@aicp/crds/price-catalog';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readLiteLlm } from './litellm-prices.ts';
import { LITELLM } from './testing/litellm-file.ts';
import { writeCatalogs } from './write-catalogs.ts';

describe('LiteLLM’s price file', () => {
  it('is taken over to the last digit', () => {
    const { entries } = readLiteLlm(LITELLM);
    expect(entries).toEqual([
      {
        ...{ model: 'gpt-4o', provider: 'openai', source: 'LiteLLM: gpt-4o' },
        inputPricePerMillion: '2.5',
        cachedInputPricePerMillion: '1.25',
        outputPricePerMillion: '10',
      },
      {
        ...{ model: 'gpt-4o', provider: 'azure', source: 'LiteLLM: azure/gpt-4o' },
        inputPricePerMillion: '2.75',
        outputPricePerMillion: '11',
      },
      {
        ...{
          model: 'gemini-2.5-pro',
          provider: 'google',
          source: 'LiteLLM: gemini/gemini-2.5-pro',
        },
        inputPricePerMillion: '1.25',
        outputPricePerMillion: '10',
        reasoningPricePerMillion: '10',
        audioInputPricePerMillion: '0.7',
        tiers: [
          { aboveInputTokens: 200_000, inputPricePerMillion: '2.5', outputPricePerMillion: '15' },
        ],
      },
    ]);
  });

  it('is said of what cannot be taken', () => {
    expect(readLiteLlm(LITELLM).notes).toEqual([
      'groq/odd: not taken: input_cost_per_token is 1.23456789012345e-07, which is no amount of USD with at most nine decimals',
      'input_cost_per_token_batches: not charged by this version (1 model)',
      'output_cost_per_image: not charged by this version (1 model)',
      '2 models have no price that can be taken: xai/free, dall-e-3',
    ]);
    const other = LITELLM.replace(
      '"openai/gpt-4o": {',
      '"openai/gpt-4o": {"input_cost_per_request": 1,',
    );
    expect(readLiteLlm(other).notes[0]).toBe(
      'openai/gpt-4o: not taken: gpt-4o is the same model with other prices',
    );
  });

  it('is said of prices that are no numbers, by their names', () => {
    const priced = { litellm_provider: 'openai', input_cost_per_token: 1e-6 };
    const of = (more: object) => readLiteLlm(JSON.stringify({ m: { ...priced, ...more } }));
    const search = of({ search_context_cost_per_query: { search_context_size_low: 0.03 } });
    expect(search.entries).toHaveLength(1);
    expect(search.notes).toEqual([
      'search_context_cost_per_query: not charged by this version (1 model)',
    ]);
    expect(of({ tiered_pricing: [{ range: [0, 1000] }] }).notes).toEqual([
      'tiered_pricing: not charged by this version (1 model)',
    ]);
    const unreadable = of({ output_cost_per_token: 'cheap' });
    expect(unreadable.entries).toEqual([]);
    expect(unreadable.notes).toEqual([
      'm: not taken: output_cost_per_token is "cheap", which is no amount of USD with at most nine decimals',
    ]);
    expect(of({ output_cost_per_token: null }).entries).toHaveLength(1);
  });

  it('names ten models without a price, and counts the others', () => {
    const free = Array.from({ length: 11 }, (_, n) => [`m${n}`, { litellm_provider: 'xai' }]);
    const { notes } = readLiteLlm(JSON.stringify(Object.fromEntries(free)));
    expect(notes).toEqual([
      '11 models have no price that can be taken: m0, m1, m2, m3, m4, m5, m6, m7, m8, m9 and 1 more',
    ]);
    expect(readLiteLlm('{"m":{"litellm_provider":"xai"}}').notes).toEqual([
      '1 model has no price that can be taken: m',
    ]);
  });

  it('calls vendors as catalogs do, and models as their providers', () => {
    const of = (litellm_provider: string) => ({ litellm_provider, input_cost_per_token: 1e-6 });
    const text = JSON.stringify({
      'vertex_ai/claude-opus-4': of('vertex_ai-anthropic_models'),
      'gemini-2.5-pro': of('vertex_ai-language-models'),
      'gemini/gemini-2.5-pro': of('gemini'),
      'xai/grok-4': of('xai'),
      'groq/llama-3.3-70b': of('groq'),
      'anthropic.claude-v2': of('bedrock'),
    });
    const named = readLiteLlm(text).entries.map(({ provider, model }) => `${provider} ${model}`);
    expect(named).toEqual([
      ...['google claude-opus-4', 'google gemini-2.5-pro', 'x-ai grok-4', 'groq llama-3.3-70b'],
      'aws anthropic.claude-v2',
    ]);
    const mine = readLiteLlm(text, { only: new Set(['xai']), provider: 'mine' });
    expect(mine.entries).toMatchObject([{ provider: 'mine', model: 'grok-4' }]);
  });

  it('becomes objects that the API takes, several where one cannot hold them', () => {
    const entries = Array.from({ length: 1001 }, (_, index) => ({
      ...{ model: `m${index}`, provider: 'openai', inputPricePerMillion: '0.15' },
    }));
    const objects = parseAllDocuments(writeCatalogs('many', entries)).map(
      (one) => one.toJS() as { metadata: { name: string }; spec: { prices: unknown[] } },
    );
    expect(objects.map(({ metadata, spec }) => [metadata.name, spec.prices.length])).toEqual([
      ['many-1', 1000],
      ['many-2', 1],
    ]);
    for (const { spec } of objects) expect(priceCatalog.spec.safeParse(spec).success).toBe(true);
  });
});
