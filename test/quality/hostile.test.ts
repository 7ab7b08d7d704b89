import { readFileSync } from 'node:fs';
import { compileDetectors } from '@aicp/detection/compile-detectors';
import { describe, expect, it } from 'vitest';
import { disguises, HIDDEN, REPEATED } from './hostile-texts.ts';

const PAGE = readFileSync(new URL('../../docs/reference/detector.md', import.meta.url), 'utf8');
const detectors = compileDetectors([
  { id: 'pii', type: 'pii', action: 'redact' },
  { id: 'secrets', type: 'secrets', action: 'redact' },
  { id: 'injection', type: 'injection', action: 'block' },
  {
    id: 'words',
    type: 'keyword',
    action: 'redact',
    patterns: [{ pattern: HIDDEN.KEYWORD, label: 'KEYWORD', action: 'redact' }],
  },
]);

const before = 'It says ';
/** Whether all of a value is found that stands in a text as somebody hid it. */
function isFound(label: string, hidden: string): boolean {
  const [first, last] = [before.length + 1, before.length + hidden.length - 1];
  return detectors
    .scan(`${before}${hidden} here.`)
    .some((one) => one.label === label && one.start <= first && one.end >= last);
}

/** Of CPU time, whatever else the machine does. So long a text takes less than a second, and minutes if the time grew with the square of its length. */
const UNITS = 262_144;
const GENEROUS_MS = 15_000;
/** By the clock, which decides nothing: a machine with much else to do takes several times the CPU time. */
const TIMEOUT_MS = 120_000;

function millisecondsOf(work: () => void): number {
  const begin = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000;
}

describe('what somebody hides', () => {
  it.each(disguises)('is found or not as the page says: $name', ({ name, hide }) => {
    const cells = Object.entries(HIDDEN).map(([label, value]) =>
      isFound(label, hide(value)) ? 'found' : '–',
    );
    expect(PAGE).toContain(`| ${name} | ${cells.join(' | ')} |`);
  });
});

describe('what makes a search take long', () => {
  it.each(REPEATED.map((part) => [JSON.stringify(part), part]))(
    'takes time by the length of the text, in one piece and in many: %s',
    (_, part) => {
      const text = part.repeat(UNITS / part.length);
      const pieces = Array.from({ length: 64 }, (_piece, index) =>
        text.slice((index * UNITS) / 64, ((index + 1) * UNITS) / 64),
      );
      const took = millisecondsOf(() => {
        detectors.scan(text);
        const scanner = detectors.open();
        for (const piece of pieces) scanner.push(piece);
        scanner.end();
        scanner.take();
      });
      expect(took).toBeLessThan(GENEROUS_MS);
    },
    TIMEOUT_MS,
  );

  it.each(['(a+)+$', '(a|aa)+$', '(.*)*x', '(a{1,100}){1,10}b', '((((a+)+)+)+)+b'])(
    'a pattern takes time by the length of the text: %s',
    (pattern) => {
      const hostile = compileDetectors([
        { id: 'r', type: 'regex', action: 'flag', patterns: [{ pattern, action: 'flag' }] },
      ]);
      const took = millisecondsOf(() => {
        expect(hostile.scan(`${'a'.repeat(8192)}c`)).toEqual([]);
      });
      expect(took).toBeLessThan(GENEROUS_MS);
    },
    TIMEOUT_MS,
  );

  it.each(['((a{1,30}){1,30}){1,30}', '(((a{1,10}){1,10}){1,10}){1,10}b', 'a{1001}'])(
    'a pattern whose repetitions multiply is refused: %s',
    (pattern) => {
      const terms = { id: 'r', type: 'regex', action: 'flag' } as const;
      expect(() =>
        compileDetectors([{ ...terms, patterns: [{ pattern, action: 'flag' }] }]),
      ).toThrow(/invalid repeat count/);
    },
  );

  it(
    'ten thousand keywords take time by the length of the text',
    () => {
      const words = Array.from(
        { length: 10_000 },
        (_, at) => `${'a'.repeat(at % 50)}b${String(at)}`,
      );
      const took = millisecondsOf(() => {
        const hostile = compileDetectors([
          {
            id: 'words',
            type: 'keyword',
            action: 'flag',
            patterns: words.map((pattern) => ({ pattern, action: 'flag' as const })),
          },
        ]);
        expect(hostile.scan(`${'a'.repeat(65_536)} aab2 ${'a'.repeat(65_536)}`)).toMatchObject([
          { start: 65_537, end: 65_541 },
        ]);
      });
      expect(took).toBeLessThan(GENEROUS_MS);
    },
    TIMEOUT_MS,
  );
});
