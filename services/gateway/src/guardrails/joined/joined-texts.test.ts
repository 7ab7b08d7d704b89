import { compileDetectors } from '@aicp/detection/compile-detectors';
import { Redactor } from '@aicp/detection/redact';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JoinedTexts } from './joined-texts.ts';

const detectors = compileDetectors([
  { id: 'pii', type: 'pii', action: 'redact' },
  { id: 'secrets', type: 'secrets', action: 'redact' },
  {
    ...{ id: 'words', type: 'keyword', action: 'redact' },
    patterns: ['apollo', 'project hermes'].map((pattern) => ({ pattern, action: 'redact' })),
  },
  {
    ...{ id: 'ends', type: 'regex', action: 'redact' },
    patterns: [{ pattern: '\\n', label: 'LINE', action: 'redact' }],
  },
]);

/** The parts as they are left. */
function left(texts: readonly string[]): readonly string[] {
  const joined = new JoinedTexts(texts.map((text) => ({ form: 'text', text, partOf: 1 })));
  for (const [at, reading] of joined.readings.entries()) joined.take(at, detectors.scan(reading));
  const replaced = joined.replaced(joined.findings(), {
    redactor: new Redactor(),
    restore: new Map(),
  });
  return texts.map((text, at) => replaced.get(at) ?? text);
}

const PLACEHOLDER = /<[A-Z_a-z]+_\d+>/g;
const cut = (text: string, cuts: readonly number[]): string[] => {
  const places = [0, ...cuts.map((at) => at % (text.length + 1)), text.length];
  places.sort((one, other) => one - other);
  return places
    .slice(1)
    .map((end, at) => text.slice(places[at], end))
    .filter((part) => part !== '');
};

describe('texts that are read as one', () => {
  it('hold what is cut over several of them', () => {
    expect(left(['card 4111 1111', ' 1111 1111 it is'])).toEqual([
      'card <CREDIT_CARD_1>',
      '<CREDIT_CARD_2> it is',
    ]);
    expect(left(['so apo', 'l', 'lo goes'])).toEqual([
      'so <words_1>',
      '<words_2>',
      '<words_3> goes',
    ]);
  });

  it('hold what stands at the border of two, as words that a line end parts', () => {
    expect(left(['the word', 'apollo', 'it is'])).toEqual(['the word', '<words_1>', 'it is']);
    expect(left(['project', 'hermes'])).toEqual(['<words_1>', '<words_2>']);
  });

  it('hold nothing that only joins them', () => {
    expect(left(['one', 'two'])).toEqual(['one', 'two']);
    expect(left(['one\n', 'two'])).toEqual(['one<LINE_1>', 'two']);
  });

  it('leave nothing, however they are cut, of what is found in the whole', () => {
    const words = [
      '4111 1111 1111 1111',
      'apollo',
      'jo.doe@example.com',
      'project hermes',
      'password: "Tr0ub4dor&3x"',
    ];
    const text = fc
      .array(fc.oneof(fc.constantFrom(...words), fc.constantFrom(' ', ', ', ' and ', '\n', 'x')), {
        maxLength: 9,
      })
      .map((some) => some.join(''));
    fc.assert(
      fc.property(text, fc.array(fc.nat({ max: 200 }), { maxLength: 6 }), (whole, cuts) => {
        const parts = cut(whole, cuts);
        if (parts.length === 0) return;
        const out = left(parts);
        expect(out).toHaveLength(parts.length);
        expect(out.every((part) => part !== '')).toBe(true);
        // What is left of the parts is no more than what is left of the whole.
        const kept = left([whole]).join('').replaceAll(PLACEHOLDER, '\u0000');
        const keptOfParts = out.join('').replaceAll(PLACEHOLDER, '\u0000');
        for (const { start, end } of detectors.scan(whole)) {
          const found = whole.slice(start, end);
          if (found.length > 5 && !kept.includes(found)) expect(keptOfParts).not.toContain(found);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('texts that nothing can be replaced in', () => {
  it('stop what would be replaced', () => {
    const joined = new JoinedTexts([{ form: 'text', text: 'apollo', fixed: 'names' }]);
    const found = { label: 'WORD', start: 0, end: 6, score: 1, action: 'redact' } as const;
    joined.take(0, [{ ...found, detector: '0:redact' }]);
    expect(joined.findings()).toEqual([{ ...found, action: 'block', detector: '0:block' }]);
    const watched = new JoinedTexts([{ form: 'text', text: 'apollo', fixed: 'names' }]);
    watched.take(0, [{ ...found, action: 'flag', detector: '0:redact' }]);
    expect(watched.findings()).toEqual([{ ...found, action: 'flag', detector: '0:block' }]);
  });

  it('are parts that are JSON, where something goes on in them; what stands in them alone is left to whoever reads JSON', () => {
    const joined = new JoinedTexts([
      { form: 'text', text: 'apo' },
      { form: 'json', text: '[1] apollo' },
    ]);
    const found = { label: 'WORD', score: 1, action: 'redact', detector: '0:redact' } as const;
    joined.take(1, [
      { ...found, start: 0, end: 5 },
      { ...found, start: 7, end: 13 },
    ]);
    expect(joined.findings()).toMatchObject([{ start: 0, end: 5, action: 'block' }]);
  });
});
