import { Registry } from '@aicp/common/metrics/registry';
import { describe, expect, it } from 'vitest';
import { AccuracyBook } from './accuracy-book.ts';
import { ForetoldRequests } from './foretold-requests.ts';

describe('how well costs were foretold', () => {
  const forecast = (median: number) => ({ low: median / 2, median, high: median * 2 });

  it('is the median error, the share between the percentiles, and the bias', () => {
    const book = new AccuracyBook(new Registry());
    book.addAnswer('m', forecast(100), 100);
    book.addAnswer('m', forecast(100), 80);
    book.addAnswer('m', forecast(100), 400);
    expect(book.ofAnswers('m')).toEqual({
      samples: 3,
      medianError: 0.25,
      coverage: 2 / 3,
      bias: 300 / 580 - 1,
    });
    expect(book.ofAnswers('other')).toBeUndefined();
  });

  it('is that of the last 500', () => {
    const book = new AccuracyBook(new Registry());
    for (let one = 0; one < 100; one += 1) book.addAnswer('m', forecast(100), 1_000);
    for (let one = 0; one < 500; one += 1) book.addAnswer('m', forecast(100), 100);
    expect(book.ofAnswers('m')).toEqual({ samples: 500, medianError: 0, coverage: 1, bias: 0 });
  });

  it('is told of whole requests by themselves, without those that cost nothing', () => {
    const book = new AccuracyBook(new Registry());
    book.addRequest('m', 110, 100);
    book.addRequest('m', 90, 100);
    book.addRequest('m', 90, 0);
    expect(book.ofRequests('m')).toMatchObject({ samples: 2, bias: 0 });
    expect(book.ofRequests('m')?.medianError).toBeCloseTo(0.1);
    expect(book.ofAnswers('m')).toBeUndefined();
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
