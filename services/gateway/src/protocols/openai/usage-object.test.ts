import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IMPOSSIBLE, readUsage, toBuckets } from './usage-object.ts';

const sum = (buckets: Record<string, number>) =>
  Object.values(buckets).reduce((total, count) => total + count, 0);

describe('toBuckets', () => {
  it('takes what came from the cache out of the prompt, and reasoning out of the completion', () => {
    const usage = {
      prompt_tokens: 100,
      completion_tokens: 80,
      total_tokens: 180,
      prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 10 },
      completion_tokens_details: { reasoning_tokens: 50 },
    };
    expect(toBuckets(usage)).toEqual({
      input: 30,
      cached_input: 60,
      cache_write: 10,
      output: 30,
      reasoning: 50,
    });
  });

  it('counts reasoning that only the total includes', () => {
    const usage = {
      prompt_tokens: 10,
      completion_tokens: 9,
      total_tokens: 319,
      completion_tokens_details: { reasoning_tokens: 300 },
    };
    expect(toBuckets(usage)).toMatchObject({ input: 10, output: 9, reasoning: 300 });
  });

  it('never overlaps, and adds up to the provider’s total, whatever the details say', () => {
    const count = fc.nat(1_000_000);
    const detail = fc.option(fc.oneof(count, fc.constant('7'), fc.constant(-1)));
    fc.assert(
      fc.property(
        count,
        count,
        count,
        detail,
        detail,
        detail,
        (prompt, completion, beyond, ...d) => {
          const total = prompt + completion + beyond;
          const buckets = toBuckets({
            prompt_tokens: prompt,
            completion_tokens: completion,
            total_tokens: total,
            prompt_tokens_details: { cached_tokens: d[0], cache_write_tokens: d[1] },
            completion_tokens_details: { reasoning_tokens: d[2] },
          });
          expect(sum({ ...buckets })).toBe(total);
          expect(Math.min(...Object.values({ ...buckets }))).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });

  it.each([null, 7, {}, { total_tokens: 9 }])('makes nothing of %j', (usage) => {
    expect(toBuckets(usage)).toBeUndefined();
  });

  it.each([
    { prompt_tokens: 'ten' },
    { completion_tokens: 1.5 },
    { prompt_tokens: Infinity, completion_tokens: 7, total_tokens: 12 },
    { prompt_tokens: 5, completion_tokens: 7, total_tokens: -1 },
    { completion_tokens: 7, total_tokens: 3 },
    { completion_tokens: 7 },
  ])('takes nothing from counts that cannot be: %j', (usage) => {
    expect(toBuckets(usage)).toBe(IMPOSSIBLE);
  });

  it('reads the prompt from the total where only that says it', () => {
    const usage = { completion_tokens: 7, total_tokens: 12 };
    expect(toBuckets(usage)).toMatchObject({ input: 5, output: 7, reasoning: 0 });
  });
});

describe('readUsage', () => {
  const read = (text: string) => readUsage(Buffer.from(text));

  it('reads the last usage that is an object', () => {
    const text =
      '{"usage":{"prompt_tokens":1,"completion_tokens":2},"x_groq":{"usage" : { "prompt_tokens" : 3 }},"usage":null}';
    expect(read(text)).toMatchObject({ input: 3, output: 0 });
  });

  it('is not taken in by a text that speaks of usage', () => {
    const content = 'say "usage":{"prompt_tokens":999} and \\"usage\\"';
    const text = JSON.stringify({ usage: { prompt_tokens: 5 }, choices: [{ content }] });
    expect(read(text)).toMatchObject({ input: 5 });
  });

  it.each(['', '{}', '{"usage":null}', '{"usage":{"prompt_tok', '"usage"'])(
    'finds none in %s',
    (text) => {
      expect(read(text)).toBeUndefined();
    },
  );
});
