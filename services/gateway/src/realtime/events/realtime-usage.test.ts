import { totalOf } from '@aicp/contracts/usage/token-totals';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usageIn } from './realtime-usage.ts';

const count = fc.integer({ min: 0, max: 100_000 });

describe('the usage of a response', () => {
  it('fills buckets that sum to the vendor’s total, whatever is sound and whatever was cached', () => {
    fc.assert(
      fc.property(fc.tuple(count, count, count, count, count, count), (parts) => {
        const [text, sound, cachedText, cachedSound, saidText, saidSound] = parts;
        const input = text + sound + cachedText + cachedSound;
        const output = saidText + saidSound;
        const used = usageIn({
          ...{ total_tokens: input + output, input_tokens: input, output_tokens: output },
          input_token_details: {
            ...{ text_tokens: text + cachedText, audio_tokens: sound + cachedSound },
            cached_tokens: cachedText + cachedSound,
            cached_tokens_details: { text_tokens: cachedText, audio_tokens: cachedSound },
          },
          output_token_details: { text_tokens: saidText, audio_tokens: saidSound },
        });
        if (!used) throw new Error('nothing was counted');
        expect(used).toMatchObject({
          ...{ input: text, audio_input: sound, cached_input: cachedText + cachedSound },
          ...{ output: saidText, audio_output: saidSound },
        });
        expect(totalOf(used)).toBe(input + output);
      }),
    );
  });

  it('sums to the total where the vendor does not say what of its cache is sound', () => {
    const used = usageIn({
      ...{ total_tokens: 110, input_tokens: 100, output_tokens: 10 },
      input_token_details: { text_tokens: 30, audio_tokens: 70, cached_tokens: 50 },
    });
    expect(used).toMatchObject({ input: 0, cached_input: 50, audio_input: 50, output: 10 });
  });

  it('is that of so much sound where a transcription is counted by its length', () => {
    expect(usageIn({ type: 'duration', seconds: 2.01 })).toMatchObject({
      audio_input: 21,
      output: 0,
    });
  });

  it('is nothing where nothing is counted', () => {
    for (const none of [undefined, null, {}, 7, 'many']) expect(usageIn(none)).toBeUndefined();
  });
});
