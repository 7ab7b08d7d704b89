import { Registry } from '@aicp/common/metrics/registry';
import { describe, expect, it } from 'vitest';
import { AccuracyBook } from './accuracy-book.ts';
import { ForetoldRequests } from './foretold-requests.ts';

describe('how well costs were foretold', () => {
  const m = { organization: 'acme', model: 'm' };
  const forecast = (median: number) => ({ low: median / 2, median, high: median * 2 });

  it('is the median error, the share between the percentiles, and the bias', () => {
    const book = new AccuracyBook(new Registry());
    book.addAnswer(m, forecast(100), 100);
    book.addAnswer(m, forecast(100), 80);
    book.addAnswer(m, forecast(100), 400);
    expect(book.ofAnswers(m)).toEqual({
      samples: 3,
      medianError: 0.25,
      coverage: 2 / 3,
      bias: 300 / 580 - 1,
    });
    expect(book.ofAnswers({ ...m, model: 'other' })).toBeUndefined();
  });

  it('is that of the last 500', () => {
    const book = new AccuracyBook(new Registry());
    for (let one = 0; one < 100; one += 1) book.addAnswer(m, forecast(100), 1_000);
    for (let one = 0; one < 500; one += 1) book.addAnswer(m, forecast(100), 100);
    expect(book.ofAnswers(m)).toEqual({ samples: 500, medianError: 0, coverage: 1, bias: 0 });
  });

  it('is told of whole requests by themselves, without those that cost nothing', () => {
    const book = new AccuracyBook(new Registry());
    book.addRequest(m, 110, 100);
    book.addRequest(m, 90, 100);
    book.addRequest(m, 90, 0);
    expect(book.ofRequests(m)).toMatchObject({ samples: 2, bias: 0 });
    expect(book.ofRequests(m)?.medianError).toBeCloseTo(0.1);
    expect(book.ofAnswers(m)).toBeUndefined();
  });

  it('is told by organization, and of all together', () => {
    const book = new AccuracyBook(new Registry());
    const nobodys = { ...m, organization: undefined };
    book.addAnswer(m, forecast(100), 100);
    book.addAnswer({ ...m, organization: 'umbrella' }, forecast(100), 400);
    book.addRequest(m, 110, 100);
    expect(book.ofAnswers(m)).toMatchObject({ samples: 1, bias: 0 });
    expect([book.ofAnswers(nobodys), book.ofRequests(nobodys)]).toEqual([undefined, undefined]);
    expect(book.ofRequests({ ...m, organization: 'umbrella' })).toBeUndefined();
    const everybody = { everybody: true, model: 'm' } as const;
    expect(book.ofAnswers(everybody)).toMatchObject({ samples: 2, bias: 200 / 500 - 1 });
    book.addAnswer(nobodys, forecast(100), 100);
    expect(book.ofAnswers(nobodys)).toMatchObject({ samples: 1 });
  });

  it('is forgotten of who has most models, where there are too many', () => {
    const book = new AccuracyBook(new Registry());
    const of = (one: number) => ({ organization: 'many', model: `m${one}` });
    book.addAnswer(m, forecast(100), 100);
    for (let one = 0; one < 2_000; one += 1) book.addAnswer(of(one), forecast(100), 100);
    expect(book.ofAnswers(m)?.samples).toBe(1);
    expect([0, 1, 1_999].map((one) => book.ofAnswers(of(one))?.samples)).toEqual([
      ...[undefined, 1, 1],
    ]);
  });

  describe('requests that were foretold', () => {
    const said = { key: 'k', provider: 'p', upstreamModel: 'm', tokens: 1, cost: 1n };

    it('are handed out once, and to their own key', () => {
      const foretold = new ForetoldRequests();
      foretold.note('r', said);
      expect(foretold.take('r', 'somebody-else')).toBeUndefined();
      expect(foretold.take('r', 'k')).toBe(said);
      expect(foretold.take('r', 'k')).toBeUndefined();
    });

    it('are forgotten where there are too many, the oldest first', () => {
      const foretold = new ForetoldRequests();
      for (let one = 0; one <= 20_000; one += 1) foretold.note(`r${one}`, said);
      expect(foretold.take('r0', 'k')).toBeUndefined();
      expect(foretold.take('r1', 'k')).toBe(said);
    });
  });
});
