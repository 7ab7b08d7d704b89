import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CountedTokens } from '../protocol.ts';
import { endOfValue } from './json-bytes.ts';
import { IMPOSSIBLE, readUsage, toBuckets } from './usage-object.ts';

describe('usage object', () => {
  const countOf = (value: unknown): number => (typeof value === 'number' ? Math.max(0, value) : 0);
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
        audio_input: 0,
        audio_output: 0,
      });
    });

    it('takes audio out of both, and counts none twice that was cached', () => {
      const usage = {
        prompt_tokens: 100,
        completion_tokens: 80,
        total_tokens: 180,
        prompt_tokens_details: { cached_tokens: 60, audio_tokens: 30 },
        completion_tokens_details: { reasoning_tokens: 50, audio_tokens: 25 },
      };
      const expected = { input: 10, cached_input: 60, audio_input: 30, output: 5, reasoning: 50 };
      expect(toBuckets(usage)).toMatchObject({ ...expected, audio_output: 25 });
      const cached = { ...usage, prompt_tokens_details: { cached_tokens: 90, audio_tokens: 30 } };
      expect(toBuckets(cached)).toMatchObject({ input: 0, cached_input: 90, audio_input: 10 });
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
          fc.tuple(detail, detail, detail, detail, detail),
          (prompt, completion, beyond, d) => {
            const total = prompt + completion + beyond;
            const {
              misfit,
              heardMs: _,
              ...buckets
            } = toBuckets({
              prompt_tokens: prompt,
              completion_tokens: completion,
              total_tokens: total,
              prompt_tokens_details: {
                cached_tokens: d[0],
                cache_write_tokens: d[1],
                audio_tokens: d[3],
              },
              completion_tokens_details: { reasoning_tokens: d[2], audio_tokens: d[4] },
            }) as CountedTokens;
            expect(sum(buckets)).toBe(total);
            expect(Math.min(...Object.values(buckets))).toBeGreaterThanOrEqual(0);
            const ofPrompt = countOf(d[0]) + countOf(d[1]);
            const ofCompletion = countOf(d[2]) + countOf(d[4]);
            if (misfit === undefined) expect(ofPrompt).toBeLessThanOrEqual(prompt);
            else expect(ofPrompt + countOf(d[3]) > prompt || ofCompletion > completion).toBe(true);
          },
        ),
      );
    });

    const COUNTS = { prompt_tokens: 100, completion_tokens: 80, total_tokens: 180 };

    it.each([
      [{ prompt_tokens_details: { cached_tokens: 101 } }, 'more tokens are cached than'],
      [
        { prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 41 } },
        'more tokens are cached than',
      ],
      [{ prompt_tokens_details: { audio_tokens: 101 } }, 'more tokens of the prompt are audio'],
      [{ completion_tokens_details: { reasoning_tokens: 81 } }, 'more tokens are reasoning'],
      [{ completion_tokens_details: { audio_tokens: 81 } }, 'more tokens of the answer are audio'],
      [{ total_tokens: 179 }, 'fewer tokens in all'],
    ])('says that parts do not fit which it makes fit: %j', (parts, misfit) => {
      const counted = toBuckets({ ...COUNTS, ...parts });
      expect(counted?.misfit).toContain(misfit);
    });

    it.each([
      {},
      { prompt_tokens_details: { cached_tokens: 90, audio_tokens: 30 } },
      { prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 40 } },
      { completion_tokens_details: { reasoning_tokens: 80 } },
      { total_tokens: 480, completion_tokens_details: { reasoning_tokens: 300 } },
      { prompt_tokens_details: { cached_tokens: null } },
    ])('says nothing of parts that fit: %j', (parts) => {
      expect(toBuckets({ ...COUNTS, ...parts })).not.toHaveProperty('misfit');
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

    const NAMES = [
      ...['prompt_tokens', 'completion_tokens', 'total_tokens', 'cached_tokens', 'x', 'é', '"'],
      ...['prompt_tokens_details', 'completion_tokens_details', 'reasoning_tokens'],
      ...[
        'cache_write_tokens',
        'cache_creation_tokens',
        'audio_tokens',
        'prompt_cache_hit_tokens',
        '__proto__',
        'prompt\\u005ftokens',
      ],
    ];
    const VALUES = ['0', '7', '40', '00', '123456789012345', '9007199254740992', '1e2', '2.0', '-1']
      .concat(['null', 'nul', 'true', '"7"', '[1]', '{}', '1}', '{"a":{"b":1}}', '7"', ''])
      .map((text) => fc.constant(text));
    const SPACE = fc.constantFrom('', '', '', ' ', '\n\t', '\u00a0');
    const objectOf = (value: fc.Arbitrary<string>) =>
      fc
        .array(fc.tuple(SPACE, fc.constantFrom(...NAMES), value), { maxLength: 7 })
        .map((members) => members.map(([space, name, one]) => `${space}"${name}":${one}${space}`))
        .map((members) => `{${members.join(',')}}`);
    const usual = fc.oneof(fc.nat(99).map(String), fc.constant('null'));
    const value = fc.oneof(
      { weight: 8, arbitrary: usual },
      { weight: 1, arbitrary: fc.oneof(...VALUES) },
    );
    const usage = objectOf(fc.oneof(value, objectOf(value)));

    const START = '{"usage":'.length;

    function parsed(whole: Buffer): unknown {
      try {
        return toBuckets(JSON.parse(whole.toString('utf8', START, endOfValue(whole, START))));
      } catch {
        return undefined;
      }
    }

    it('reads what JSON.parse and toBuckets make of it, however it is written', () => {
      fc.assert(
        fc.property(usage, fc.nat(600), (text, after) => {
          const whole = Buffer.from(`{"usage":${text},"after":"${'x'.repeat(after)}"}`);
          expect(readUsage(whole)).toEqual(parsed(whole));
        }),
        { numRuns: 3000 },
      );
    });

    it('reads none that is larger than any usage', () => {
      const spaces = ' '.repeat(20_000);
      expect(read(`{"usage":{"prompt_tokens":${spaces}1}}`)).toBeUndefined();
      expect(read(`{"usage":{"prompt_tokens":1}${spaces}}`)).toMatchObject({ input: 1 });
    });

    it.each(['', '{}', '{"usage":null}', '{"usage":{"prompt_tok', '"usage"'])(
      'finds none in %s',
      (text) => {
        expect(read(text)).toBeUndefined();
      },
    );
  });
});
