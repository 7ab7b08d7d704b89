import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileDetectors } from './compile-detectors.ts';
import type { Detectors } from './finding/detectors.ts';
import { RedactedText } from './redact-stream.ts';
import { Redactor } from './redact.ts';
import { textAndCuts } from './testing/chunks.ts';

const rules = (blocked: readonly string[] = []): Detectors =>
  compileDetectors([
    {
      id: 'ours',
      type: 'regex',
      action: 'redact',
      patterns: [
        { pattern: '[0-9]{4}', label: 'FOUR', action: 'redact' },
        { pattern: 'com.{0,6}', label: 'COM', action: 'redact' },
      ],
    },
    { id: 'pii', type: 'pii', action: 'redact' },
    {
      id: 'words',
      type: 'keyword',
      action: 'block',
      patterns: blocked.map((pattern) => ({ pattern, action: 'block' as const })),
    },
  ]);

const parts = [
  'jo@example.com',
  'ann@example.org',
  '4111 1111 1111 1111',
  '2024',
  '<EMAIL_ADDRESS_1>',
  '<FOUR_',
  'stop',
  ' plain words ',
];

function through(text: RedactedText, pieces: readonly string[]): string {
  return pieces.map((piece) => text.push(piece)).join('') + text.end();
}

describe('a redacted text in pieces', () => {
  it('is what the whole becomes, however it is cut', () => {
    const detectors = rules();
    fc.assert(
      fc.property(textAndCuts(parts), ({ text, pieces }) => {
        const whole = new Redactor().redact(text, detectors.scan(text));
        const stream = new RedactedText({ detectors, redactor: new Redactor() });
        expect(through(stream, pieces)).toBe(whole);
        expect(stream.take()).toEqual(detectors.scan(text));
      }),
      { numRuns: 3000 },
    );
  });

  it('ends before what is blocked, and gives values back, however it is cut', () => {
    const detectors = rules(['stop', 'jo@example.com']);
    const restore = new Map([
      ['<EMAIL_ADDRESS_1>', 'kim@example.net'],
      ['<FOUR_1>', '1999'],
    ]);
    const streamed = (pieces: readonly string[]): unknown => {
      const stream = new RedactedText({ detectors, redactor: new Redactor(), restore });
      return [through(stream, pieces), stream.take(), stream.blockedBy];
    };
    fc.assert(
      fc.property(textAndCuts(parts), ({ text, pieces }) => {
        expect(streamed(pieces)).toEqual(streamed([text]));
      }),
      { numRuns: 3000 },
    );
  });

  it('lets go on what stands before a finding that blocks, and nothing after', () => {
    const stream = new RedactedText({ detectors: rules(['stop']), redactor: new Redactor() });
    expect(through(stream, ['ok 2024, ', 'now st', 'op it', ' at once'])).toBe('ok <FOUR_1>, now ');
    expect(stream.blockedBy).toMatchObject({ label: 'words', start: 13 });
  });

  it('gives the values of the request back, and not what it replaced itself', () => {
    const redactor = new Redactor();
    redactor.redact('jo@example.com', rules().scan('jo@example.com'));
    const restore = redactor.restorable();
    const stream = new RedactedText({ detectors: rules(), redactor, restore });
    const out = through(stream, ['I wrote to <EMAIL_ADD', 'RESS_1>, not to ann@example.org']);
    expect(out).toBe('I wrote to jo@example.com, not to <EMAIL_ADDRESS_2>');
  });

  it('keeps each value for itself that one of its finders does not give back', () => {
    const of = (label: string, start: number, end: number, detector: string) => ({
      ...{ label, start, end, detector, score: 1, action: 'redact' as const },
    });
    const redactor = new Redactor(({ detector }) => detector === 'keeps');
    const both = [of('NAME', 0, 3, 'gives'), of('NUMBER', 4, 7, 'keeps')];
    expect(redactor.redact('Ada 123', both)).toBe('<NAME_1> <NUMBER_1>');
    expect(redactor.restorable()).toEqual(new Map([['<NAME_1>', 'Ada']]));
    // What somebody keeps is kept, by whatever name, wherever it stands, and with whatever it overlaps.
    redactor.redact('Bob Ada', [of('NAME', 0, 3, 'gives'), of('WORD', 4, 7, 'keeps')]);
    redactor.redact('Eve Lo', [of('NAME', 0, 6, 'gives'), of('WORD', 4, 6, 'keeps')]);
    expect(redactor.restorable()).toEqual(new Map([['<NAME_2>', 'Bob']]));
  });
});

describe('a redactor', () => {
  it('replaces the same value by the same placeholder within one request', () => {
    const text = 'ann@example.org jo@example.net ann@example.org';
    expect(new Redactor().redact(text, rules().scan(text))).toBe(
      '<EMAIL_ADDRESS_1> <EMAIL_ADDRESS_2> <EMAIL_ADDRESS_1>',
    );
  });

  it('replaces findings that overlap as one, by the name of the surest, then of the longest', () => {
    const finding = { start: 0, action: 'redact', detector: 'd' } as const;
    const findings = [
      { ...finding, label: 'A', end: 4, score: 0.6 },
      { ...finding, label: 'B', start: 2, end: 6, score: 0.9 },
      { ...finding, label: 'C', start: 5, end: 10, score: 0.9 },
    ];
    expect(new Redactor().redact('0123456789', findings)).toBe('<C_1>');
  });
});
