import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileDetectors } from '../compile-detectors.ts';
import { combineDetectors } from '../kernel/combined-scan.ts';
import { Redactor } from '../redact.ts';
import { foundInPieces, textAndCuts } from '../testing/chunks.ts';
import { RedactedJson } from './redacted-json.ts';

const CARD = '4111111111111111';

const rules = (blocked: readonly string[] = []) =>
  combineDetectors([
    compileDetectors([{ id: 'pii', type: 'pii', action: 'redact' }]),
    compileDetectors([
      {
        ...{ id: 'ours', type: 'regex', action: 'redact' },
        patterns: [{ pattern: '[0-9]{4}', label: 'FOUR', action: 'redact' }],
      },
    ]),
    compileDetectors([
      {
        ...{ id: 'words', type: 'keyword', action: 'block' },
        patterns: blocked.map((pattern) => ({ pattern, action: 'block' as const })),
      },
    ]),
  ]);

interface Options {
  readonly restore?: ReadonlyMap<string, string>;
  readonly blocked?: readonly string[];
}

function through(pieces: readonly string[], { restore, blocked }: Options = {}): string {
  const text = new RedactedJson({
    ...{ detectors: rules(blocked), redactor: new Redactor() },
    ...(restore && { restore }),
  });
  return pieces.map((piece) => text.push(piece)).join('') + text.end();
}

const asEscapes = (text: string): string =>
  text.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const parts = [
  ...['{"card":', '"4111 1111 1111 1111"', CARD, `"${asEscapes('2024')}"`, '-2024.5', '\\n2024'],
  ...['"jo@example.com",', '\\"', '\\', '\\u00', '"', '}', '<FOUR_1>', '\\u003cFOUR_1\\u003e'],
];

/** JSON values of which most have something in them. */
const anyJson = fc.jsonValue({ depthSize: 'small' });
const value = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { withCrossShrink: true, maxDepth: 3 },
    fc.constantFrom<unknown>('jo@example.com', 2024, -2024.25, `a ${CARD}\n`, '"2024"', null, true),
    fc.dictionary(fc.string(), tie('tree'), { maxKeys: 3 }),
    fc.array(tie('tree'), { maxLength: 3 }),
    anyJson,
  ),
})).tree;

describe('several sets of detectors', () => {
  it('find in a text what they find as one, however it is cut', () => {
    const detectors = rules(['jo@example.com']);
    fc.assert(
      fc.property(textAndCuts(parts), ({ text, pieces }) => {
        expect(foundInPieces(detectors, pieces)).toEqual(detectors.scan(text));
      }),
      { numRuns: 1000 },
    );
  });
});

it('several sets of detectors find more than a call of a function takes arguments', () => {
  const count = 130_000;
  const of = (id: string) =>
    compileDetectors([
      {
        ...{ id, type: 'keyword', action: 'flag' },
        patterns: [{ pattern: 'x', action: 'flag' }],
      },
    ]);
  const scanner = combineDetectors([of('one'), of('other')]).open();
  scanner.push('x '.repeat(count));
  scanner.end();
  expect(scanner.take()).toHaveLength(2 * count);
});

describe('a redacted JSON text', () => {
  it('is the same however it is cut, whatever comes', () => {
    const restore = new Map([['<FOUR_1>', 'the "fourth"']]);
    fc.assert(
      fc.property(textAndCuts(parts), fc.boolean(), ({ text, pieces }, blocks) => {
        const options = { restore, blocked: blocks ? ['jo@example.com'] : [] };
        expect(through(pieces, options)).toBe(through([text], options));
      }),
      { numRuns: 3000 },
    );
  });

  it('stays JSON, and holds nothing that is found', () => {
    const detectors = compileDetectors([{ id: 'pii', type: 'pii', action: 'redact' }]);
    fc.assert(
      fc.property(value, fc.nat({ max: 6 }), (tree, size) => {
        const text = JSON.stringify(tree);
        const pieces = size === 0 ? [text] : (text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []);
        const out = through(pieces);
        expect(() => JSON.parse(out) as unknown).not.toThrow();
        expect(out).not.toMatch(/4111111111111111|jo@example\.com/);
        expect(detectors.scan(out).filter(({ label }) => label === 'CREDIT_CARD')).toEqual([]);
      }),
      { numRuns: 2000, examples: [[{ '': { '://': 'jo@example.com' } }, 0]] },
    );
  });

  it('is as it was written where nothing is found', () => {
    const text = '{ "a" : "\\u0041\\/ \\n", "b":[1.0, -2e3,true] }';
    expect(through(text.split(''))).toBe(text);
  });

  it('sees through escapes, and makes strings of numbers', () => {
    expect(through([`{"a":"${asEscapes(CARD)}","b":${CARD}}`])).toBe(
      '{"a":"<FOUR_1>","b":"<FOUR_1>"}',
    );
    expect(through(['{"a":"x\\n2024","b":-2024.5}'])).toBe('{"a":"x\\n<FOUR_1>","b":"<FOUR_2>"}');
  });

  it('ends before what is blocked', () => {
    expect(through(['{"to":"jo@exam', 'ple.com","n":1}'], { blocked: ['jo@example.com'] })).toBe(
      '{"to":"',
    );
  });

  it('gives values back as JSON', () => {
    const restore = new Map([['<FOUR_1>', 'a "b"\n']]);
    expect(through(['{"a":"\\u003cFO', 'UR_1> it"}'], { restore })).toBe('{"a":"a \\"b\\"\\n it"}');
  });
});
