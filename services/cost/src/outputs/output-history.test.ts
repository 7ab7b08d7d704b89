import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OutputHistory, type AnswerSource } from './output-history.ts';
import { toTokens } from './output-forecast.ts';
import { profileOf } from './output-profile.ts';
import { scoreForecasts } from './testing/score-forecasts.ts';
import { DRIFTS, simulatedTraffic } from './testing/simulated-traffic.ts';

describe('forecasts of answers', () => {
  const fresh = () => new OutputHistory(profileOf);
  const KEY = { organization: 'acme', model: 'm', key: 'k' };
  const of = (key: string | undefined, model = 'm') => ({ organization: 'acme', model, key });
  const tokensOf = (history: OutputHistory, source: AnswerSource = KEY) =>
    toTokens(history.forecast(source), Infinity);

  describe('of traffic that they were not fitted on', () => {
    // None of these seeds was looked at while the constants were chosen.
    it.each([20_261, 20_262, 20_263])(
      'err at most 1.15 times as much as one who knows the distribution, seed %i',
      (seed) => {
        const scores = scoreForecasts(simulatedTraffic({ seed, keys: 100, requestsPerKey: 300 }));
        expect(scores.ours).toBeLessThanOrEqual(1.15);
        expect(scores.oursLog).toBeLessThanOrEqual(1.15);
        expect(scores.within).toBeGreaterThan(0.75);
        expect(scores.within).toBeLessThan(0.85);
        expect(scores.litellm / scores.ours).toBeGreaterThan(10);
      },
    );

    it.each(DRIFTS)('follow them where they drift like this: %s', (drift) => {
      const traffic = { seed: 7001, keys: 60, requestsPerKey: 300, drifts: [drift] };
      const scores = scoreForecasts(simulatedTraffic(traffic));
      expect(scores.ours).toBeLessThanOrEqual(1.15);
      expect(scores.within).toBeGreaterThan(0.75);
      expect(scores.within).toBeLessThan(0.85);
    });
  });

  it('are those of a profile before anything was seen, and say so', () => {
    const history = fresh();
    expect(history.forecast(KEY)).toMatchObject({ basis: 'profile', samples: 0 });
    const tokens = tokensOf(history);
    expect(tokens.median).toBeGreaterThan(100);
    expect(tokensOf(history, of(undefined, 'o3-mini')).median).toBeGreaterThan(tokens.median);
  });

  it('of a key that is new are those of the other keys of the model', () => {
    const history = fresh();
    for (let key = 0; key < 20; key += 1) {
      for (let one = 0; one < 20; one += 1) history.observe(of(`key-${key}`), 2_000 + key);
    }
    expect(history.forecast(of('new'))).toMatchObject({
      basis: 'history',
      samples: 0,
    });
    expect(tokensOf(history, of('new')).median).toBeGreaterThan(1_200);
    expect(tokensOf(history, of(undefined)).median).toBeGreaterThan(1_200);
  });

  it('of an organization are none of another’s, nor the platform’s, and of nobody not theirs', () => {
    const history = fresh();
    const whose = ['acme', 'umbrella', undefined] as const;
    for (const organization of whose.slice(0, 2)) {
      for (let one = 0; one < 200; one += 1) {
        const key = `key-${one % 20}`;
        history.observe({ organization, model: 'm', key }, organization === 'acme' ? 9_000 : 5);
      }
    }
    const untouched = fresh().forecast({ organization: undefined, model: 'm', key: 'key-1' });
    for (const key of ['key-1', 'new', undefined]) {
      const [acme, umbrella, nobody] = whose.map((organization) =>
        history.forecast({ organization, model: 'm', key }),
      );
      expect(acme?.basis).toBe('history');
      expect(acme?.median).toBeGreaterThan(Math.log(4_000));
      expect(umbrella?.median).toBeLessThan(Math.log(12));
      expect(nobody).toEqual(untouched);
    }
    for (let one = 0; one < 200; one += 1) {
      history.observe({ organization: undefined, model: 'm', key: `key-${one % 20}` }, 9_000);
    }
    expect(history.forecast({ organization: 'third', model: 'm', key: 'k' })).toEqual(untouched);
  });

  it('of one busy key do not become those of all', () => {
    const history = fresh();
    for (let key = 0; key < 10; key += 1) {
      for (let one = 0; one < 16; one += 1) history.observe(of(`key-${key}`), 100);
    }
    for (let one = 0; one < 5_000; one += 1) history.observe(of('busy'), 4_000);
    expect(tokensOf(history, of('new')).median).toBeLessThan(400);
    expect(tokensOf(history, of('busy')).median).toBeGreaterThan(3_900);
  });

  it('keep models apart', () => {
    const history = fresh();
    for (let one = 0; one < 50; one += 1) history.observe(of('k', 'short'), 5);
    expect(history.forecast(of('k', 'long')).basis).toBe('profile');
    const { low, median, high } = tokensOf(history, of('k', 'short'));
    expect(median).toBe(5);
    expect(high - low).toBeLessThanOrEqual(2);
  });

  it('are never more than max_tokens allows', () => {
    const history = fresh();
    for (let one = 0; one < 50; one += 1) history.observe(KEY, 900 + one);
    expect(toTokens(history.forecast(KEY), 10)).toEqual({ median: 10, low: 10, high: 10 });
  });

  it('stay in order and finite, whatever was answered', () => {
    const answers = fc.array(fc.oneof(fc.nat(5), fc.nat(2_000_000)), { maxLength: 120 });
    fc.assert(
      fc.property(answers, fc.integer({ min: 1, max: 200_000 }), (outputs, most) => {
        const history = fresh();
        for (const output of outputs) history.observe(KEY, output);
        const { low, median, high } = toTokens(history.forecast(KEY), most);
        expect(low).toBeGreaterThanOrEqual(1);
        expect(median).toBeGreaterThanOrEqual(low);
        expect(high).toBeGreaterThanOrEqual(median);
        expect(high).toBeLessThanOrEqual(most);
      }),
    );
  });

  it('cover four in five answers of distributions that are no bell curve, too', () => {
    const history = fresh();
    let within = 0;
    const all = 4_000;
    for (let one = 0; one < all; one += 1) {
      // One answer in four is a refusal of a few words.
      const answered = (one * 7919) % 4 === 0 ? 12 + (one % 5) : 400 + ((one * 104_729) % 900);
      const { low, high } = tokensOf(history);
      if (answered >= low && answered <= high) within += 1;
      history.observe(KEY, answered);
    }
    expect(within / all).toBeGreaterThan(0.75);
    expect(within / all).toBeLessThan(0.9);
  });
});
