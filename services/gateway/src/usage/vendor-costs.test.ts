import { costOf, ONE_REQUEST } from '@aicp/contracts/prices/cost';
import type { PriceList } from '@aicp/contracts/prices/price-list';
import { toPrices } from '@aicp/contracts/prices/prices';
import { expect, it } from 'vitest';
import { readUsage } from '../protocols/openai-chat/usage-object.ts';

/*
 * What vendors publish, worked out by hand from the usage that they answer with. A price of USD 2.50 per million tokens is 2,500 nano-USD a token.
 */
const perMillion = (nanoUsdPerToken: number): string => `${nanoUsdPerToken}000000`;

const priced = (perToken: Readonly<Record<string, number>>): PriceList =>
  Object.fromEntries(
    Object.entries(perToken).map(([bucket, amount]) => [bucket, perMillion(amount)]),
  );

const GPT_5_4: PriceList = {
  ...priced({ input: 2_500, cachedInput: 250, output: 15_000 }),
  // "Prompts with 272K input tokens or more".
  tiers: [
    { aboveInputTokens: 271_999, ...priced({ input: 5_000, cachedInput: 500, output: 22_500 }) },
  ],
};
const GPT_AUDIO = priced({ input: 2_500, audioInput: 32_000, output: 10_000, audioOutput: 64_000 });
const GEMINI_2_5_PRO: PriceList = {
  ...priced({ input: 1_250, cachedInput: 125, output: 10_000 }),
  // "$2.50, prompts > 200k tokens".
  tiers: [
    { aboveInputTokens: 200_000, ...priced({ input: 2_500, cachedInput: 250, output: 15_000 }) },
  ],
};
const SONNET_4_5: PriceList = {
  ...priced({ input: 3_000, cacheWrite: 3_750, cachedInput: 300, output: 15_000 }),
  // "If input exceeds 200K tokens, all tokens are charged at premium rates"; what is read from the cache and written to it is input.
  tiers: [
    {
      aboveInputTokens: 200_000,
      ...priced({ input: 6_000, cacheWrite: 7_500, cachedInput: 600, output: 22_500 }),
    },
  ],
};
const DEEPSEEK_V4_FLASH = priced({ input: 220, cachedInput: 7, output: 660 });
const MISTRAL_LARGE = priced({ input: 2_000, output: 6_000 });
const LLAMA_AT_GROQ = priced({ input: 590, output: 790 });
const GROK_4 = priced({ input: 3_000, cachedInput: 750, output: 15_000 });
const KIMI_AT_TOGETHER = priced({ input: 1_000, cachedInput: 200, output: 3_000 });
const SONAR_DEEP_RESEARCH = priced({ input: 2_000, output: 8_000, reasoning: 3_000 });
const SONAR: PriceList = { ...priced({ input: 1_000, output: 1_000 }), perRequest: '12000000' };

interface Case {
  readonly vendor: string;
  readonly prices: PriceList;
  readonly usage: object;
  readonly nanoUsd: number;
}

const CASES: readonly Case[] = [
  {
    vendor: 'OpenAI, cached and reasoning',
    prices: GPT_5_4,
    usage: {
      prompt_tokens: 2_006,
      completion_tokens: 300,
      total_tokens: 2_306,
      prompt_tokens_details: { cached_tokens: 1_920, audio_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 192, audio_tokens: 0 },
    },
    // 86 × 2,500 + 1,920 × 250 + 300 × 15,000
    nanoUsd: 215_000 + 480_000 + 4_500_000,
  },
  {
    vendor: 'OpenAI, audio',
    prices: GPT_AUDIO,
    usage: {
      prompt_tokens: 1_200,
      completion_tokens: 500,
      total_tokens: 1_700,
      prompt_tokens_details: { audio_tokens: 1_000, text_tokens: 200 },
      completion_tokens_details: { audio_tokens: 400, text_tokens: 100 },
    },
    // 200 × 2,500 + 1,000 × 32,000 + 100 × 10,000 + 400 × 64,000
    nanoUsd: 500_000 + 32_000_000 + 1_000_000 + 25_600_000,
  },
  {
    vendor: 'OpenAI, a long context',
    prices: GPT_5_4,
    usage: {
      prompt_tokens: 300_000,
      completion_tokens: 2_000,
      total_tokens: 302_000,
      prompt_tokens_details: { cached_tokens: 100_000 },
    },
    // 200,000 × 5,000 + 100,000 × 500 + 2,000 × 22,500
    nanoUsd: 1_000_000_000 + 50_000_000 + 45_000_000,
  },
  {
    vendor: 'Gemini, 200,000 tokens, with thoughts that only the total counts',
    prices: GEMINI_2_5_PRO,
    usage: { prompt_tokens: 200_000, completion_tokens: 400, total_tokens: 201_000 },
    // 200,000 × 1,250 + (400 + 600) × 10,000
    nanoUsd: 250_000_000 + 10_000_000,
  },
  {
    vendor: 'Gemini, one token more',
    prices: GEMINI_2_5_PRO,
    usage: { prompt_tokens: 200_001, completion_tokens: 400, total_tokens: 201_001 },
    // 200,001 × 2,500 + (400 + 600) × 15,000
    nanoUsd: 500_002_500 + 15_000_000,
  },
  {
    vendor: 'Anthropic, a cache read and written',
    prices: SONNET_4_5,
    usage: {
      prompt_tokens: 102_098,
      completion_tokens: 503,
      total_tokens: 102_601,
      prompt_tokens_details: { cached_tokens: 100_000, cache_creation_tokens: 2_048 },
    },
    // 50 × 3,000 + 100,000 × 300 + 2,048 × 3,750 + 503 × 15,000
    nanoUsd: 150_000 + 30_000_000 + 7_680_000 + 7_545_000,
  },
  {
    vendor: 'Anthropic, a long context of which most was cached',
    prices: SONNET_4_5,
    usage: {
      prompt_tokens: 210_000,
      completion_tokens: 1_000,
      total_tokens: 211_000,
      prompt_tokens_details: { cached_tokens: 190_000, cache_creation_tokens: 10_000 },
    },
    // 10,000 × 6,000 + 190,000 × 600 + 10,000 × 7,500 + 1,000 × 22,500
    nanoUsd: 60_000_000 + 114_000_000 + 75_000_000 + 22_500_000,
  },
  {
    vendor: 'DeepSeek, hits and misses',
    prices: DEEPSEEK_V4_FLASH,
    usage: {
      prompt_tokens: 65_000,
      completion_tokens: 500,
      total_tokens: 65_500,
      prompt_cache_hit_tokens: 64_000,
      prompt_cache_miss_tokens: 1_000,
      completion_tokens_details: { reasoning_tokens: 200 },
    },
    // 64,000 × 7 + 1,000 × 220 + 500 × 660
    nanoUsd: 448_000 + 220_000 + 330_000,
  },
  {
    vendor: 'Mistral',
    prices: MISTRAL_LARGE,
    usage: { prompt_tokens: 1_234, completion_tokens: 567, total_tokens: 1_801 },
    // 1,234 × 2,000 + 567 × 6,000
    nanoUsd: 2_468_000 + 3_402_000,
  },
  {
    vendor: 'Groq',
    prices: LLAMA_AT_GROQ,
    usage: {
      queue_time: 0.037,
      prompt_tokens: 2_500,
      prompt_time: 0.001,
      completion_tokens: 300,
      completion_time: 0.5,
      total_tokens: 2_800,
      total_time: 0.501,
    },
    // 2,500 × 590 + 300 × 790
    nanoUsd: 1_475_000 + 237_000,
  },
  {
    vendor: 'xAI, whose reasoning is not in completion_tokens',
    prices: GROK_4,
    usage: {
      prompt_tokens: 100,
      completion_tokens: 20,
      total_tokens: 420,
      prompt_tokens_details: { text_tokens: 100, cached_tokens: 60 },
      completion_tokens_details: { reasoning_tokens: 300 },
    },
    // 40 × 3,000 + 60 × 750 + 20 × 15,000 + 300 × 15,000
    nanoUsd: 120_000 + 45_000 + 300_000 + 4_500_000,
  },
  {
    vendor: 'Together, whose cached tokens stand beside the others',
    prices: KIMI_AT_TOGETHER,
    usage: { prompt_tokens: 1_000, completion_tokens: 50, total_tokens: 1_050, cached_tokens: 600 },
    // 400 × 1,000 + 600 × 200 + 50 × 3,000
    nanoUsd: 400_000 + 120_000 + 150_000,
  },
  {
    vendor: 'OpenRouter, which says what it charged as well',
    prices: GPT_5_4,
    usage: {
      ...{ prompt_tokens: 194, completion_tokens: 2, total_tokens: 196, cost: 0.95 },
      prompt_tokens_details: { cached_tokens: 100, cache_write_tokens: 0, audio_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 0 },
      cost_details: { upstream_inference_cost: null },
    },
    // 94 × 2,500 + 100 × 250 + 2 × 15,000
    nanoUsd: 235_000 + 25_000 + 30_000,
  },
  {
    vendor: 'Azure OpenAI',
    prices: GPT_5_4,
    usage: {
      ...{ prompt_tokens: 1_536, completion_tokens: 320, total_tokens: 1_856 },
      prompt_tokens_details: { audio_tokens: 0, cached_tokens: 1_024 },
      completion_tokens_details: {
        ...{ accepted_prediction_tokens: 0, audio_tokens: 0, reasoning_tokens: 256 },
        rejected_prediction_tokens: 0,
      },
    },
    // 512 × 2,500 + 1,024 × 250 + 320 × 15,000
    nanoUsd: 1_280_000 + 256_000 + 4_800_000,
  },
  {
    vendor: 'Perplexity, whose research reads and thinks beside its total',
    prices: SONAR_DEEP_RESEARCH,
    usage: {
      ...{ prompt_tokens: 33, completion_tokens: 7_163, total_tokens: 7_196 },
      ...{ citation_tokens: 20_016, num_search_queries: 19, reasoning_tokens: 193_160 },
    },
    // (33 + 20,016) × 2,000 + 7,163 × 8,000 + 193,160 × 3,000
    nanoUsd: 40_098_000 + 57_304_000 + 579_480_000,
  },
  {
    vendor: 'Perplexity, which charges for the search as well',
    prices: SONAR,
    usage: { prompt_tokens: 100, completion_tokens: 400, total_tokens: 500 },
    // 100 × 1,000 + 400 × 1,000 + 12,000,000
    nanoUsd: 100_000 + 400_000 + 12_000_000,
  },
];

it('what Groq used is read where it stands in a stream', () => {
  const usage = { queue_time: 0.01, prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const last = { choices: [{ index: 0, delta: {} }], x_groq: { id: 'req_1', usage } };
  expect(readUsage(Buffer.from(JSON.stringify(last)))).toMatchObject({ input: 10, output: 5 });
});

it.each(CASES)('what $vendor charges is what we reckon', ({ prices, usage, nanoUsd }) => {
  const tokens = readUsage(Buffer.from(JSON.stringify({ id: 'x', usage })));
  expect(tokens && costOf(tokens, toPrices(prices, 'chat'), ONE_REQUEST)).toBe(nanoUsd);
});
