import { describe, expect, it } from 'vitest';
import { judge, withoutOutvoted, type JudgedFinding } from './judge.ts';
import { HALVES, loadTexts, type LabelledSpan, type LabelledText } from './load.ts';
import { tableOf } from './table.ts';

const TEXT = 'Please charge 4929 1234 5678 9012 today, or write to jo@acme.example for a link.';

const text = (spans: readonly LabelledSpan[], id = 't1'): LabelledText => ({
  id,
  locale: 'en_US',
  text: TEXT,
  spans: [...spans],
});

const card: LabelledSpan = { label: 'CREDIT_CARD', start: 14, end: 33 };
const email: LabelledSpan = { label: 'EMAIL_ADDRESS', start: 53, end: 68 };

const finding = (label: string, start: number, end: number, score = 0.9): JudgedFinding => ({
  label,
  start,
  end,
  score,
});

/** What a detector that always says the same is worth. */
const judged = (spans: readonly LabelledSpan[], ...findings: JudgedFinding[]) =>
  judge([text(spans)], () => findings);

describe('judge', () => {
  it('counts what is found, and gives recall and precision by label', () => {
    const { rows, mistakes } = judged([card, email], finding('CREDIT_CARD', 14, 33));
    expect(rows).toEqual([
      {
        label: 'CREDIT_CARD',
        texts: 1,
        spans: 1,
        found: 1,
        right: 1,
        wrong: 0,
        recall: 1,
        precision: 1,
      },
      {
        label: 'EMAIL_ADDRESS',
        texts: 1,
        spans: 1,
        found: 0,
        right: 0,
        wrong: 0,
        recall: 0,
        precision: 1,
      },
    ]);
    expect(mistakes).toMatchObject([
      { type: 'missed', label: 'EMAIL_ADDRESS', start: 53, end: 68 },
    ]);
  });

  it.each([
    ['covers four fifths of it', 14, 30, 1],
    ['covers less than four fifths', 14, 29, 0],
    ['is a fifth longer', 12, 34, 1],
    ['is more than a fifth longer', 10, 33, 0],
  ])('says of a span whose finding %s how many were found', (_, start, end, found) => {
    const { rows } = judged([card], finding('CREDIT_CARD', start, end));
    expect(rows[0]).toMatchObject({ found, wrong: 1 - found });
  });

  it('lets a finding reach as far as the outer range of its span, and no farther', () => {
    const span: LabelledSpan = { label: 'SECRET', start: 20, end: 30, outer: [10, 40] };
    expect(judged([span], finding('SECRET', 10, 40)).rows[0]).toMatchObject({ found: 1, wrong: 0 });
    expect(judged([span], finding('SECRET', 10, 41)).rows[0]).toMatchObject({ found: 0, wrong: 1 });
  });

  it('counts a finding as wrong where nothing is, and where something else is', () => {
    const { rows, mistakes } = judged(
      [card],
      finding('PHONE_NUMBER', 14, 33),
      finding('CRYPTO', 40, 50),
    );
    expect(rows).toMatchObject([
      { label: 'CREDIT_CARD', found: 0 },
      { label: 'CRYPTO', spans: 0, wrong: 1, precision: 0 },
      { label: 'PHONE_NUMBER', wrong: 1 },
    ]);
    expect(mistakes.map(({ kind }) => kind)).toEqual(['', 'over CREDIT_CARD', 'nothing there']);
  });

  it('lets the finding of the highest score count of those that overlap, then the longest', () => {
    const right = finding('CREDIT_CARD', 14, 33, 1);
    expect(withoutOutvoted([finding('PHONE_NUMBER', 19, 33, 0.6), right])).toEqual([right]);
    const long = finding('CREDIT_CARD', 14, 33, 0.6);
    expect(withoutOutvoted([finding('PHONE_NUMBER', 19, 33, 0.6), long])).toEqual([long]);
  });

  it('keeps findings that only touch', () => {
    const touching = [finding('A', 0, 5), finding('B', 5, 9)];
    expect(withoutOutvoted(touching)).toEqual(touching);
  });

  it('judges numbers without context apart, whether they are found or not', () => {
    const { rows, apart, mistakes } = judged(
      [{ ...card, context: false }],
      finding('CREDIT_CARD', 14, 33),
    );
    expect(rows).toEqual([]);
    expect(apart).toMatchObject([{ label: 'CREDIT_CARD', spans: 1, found: 1, right: 1 }]);
    expect(mistakes).toEqual([]);
    expect(judged([{ ...card, context: false }]).apart).toMatchObject([{ found: 0 }]);
  });

  it('tells the sorts of a label, too', () => {
    const { kinds } = judged([{ ...card, kind: 'visa' }], finding('CREDIT_CARD', 14, 33));
    expect(kinds).toMatchObject([{ label: 'CREDIT_CARD visa', recall: 1 }]);
  });
});

describe('tableOf', () => {
  it('writes a row for each label, and a dash where there is nothing to divide', () => {
    const { rows } = judged([card, email], finding('CREDIT_CARD', 14, 33));
    expect(tableOf('Label', rows)).toBe(
      [
        '| Label | Texts | Spans | Found | Wrong | Recall | Precision |',
        '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
        '| `CREDIT_CARD` | 1 | 1 | 1 | 0 | 100.0 % | 100.0 % |',
        '| `EMAIL_ADDRESS` | 1 | 1 | 0 | 0 | 0.0 % | – |',
      ].join('\n'),
    );
  });
});

describe('the labelled set', () => {
  const texts = HALVES.flatMap((half) => loadTexts(half));

  it('has at least 6,000 texts in ten locales, none of them twice', () => {
    expect(texts.length).toBeGreaterThanOrEqual(6000);
    expect(new Set(texts.map(({ locale }) => locale)).size).toBeGreaterThanOrEqual(10);
    expect(new Set(texts.map((one) => one.text)).size).toBe(texts.length);
  });

  it('has nothing to find in at least half of them', () => {
    expect(texts.filter(({ spans }) => spans.length === 0).length).toBeGreaterThan(
      texts.length / 2,
    );
  });

  it('has spans that hold something, begin and end without blanks, and lie in their texts', () => {
    for (const { text: whole, spans } of texts) {
      for (const { start, end, outer = [start, end] } of spans) {
        const value = whole.slice(start, end);
        expect(value).toBe(value.trim());
        expect(value).not.toBe('');
        expect(end).toBeLessThanOrEqual(whole.length);
        expect(outer[0]).toBeLessThanOrEqual(start);
        expect(outer[1]).toBeGreaterThanOrEqual(end);
      }
    }
  });
});
