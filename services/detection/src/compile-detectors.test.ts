import type { DetectorTerms } from '@aicp/contracts/snapshot/sections/guardrails';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileDetectors } from './compile-detectors.ts';
import { foundInPieces, textAndCuts } from './testing/chunks.ts';

const regex = (pattern: string, action: 'block' | 'redact' | 'flag' = 'redact'): DetectorTerms => ({
  id: 'ours',
  type: 'regex',
  action: 'flag',
  patterns: [{ pattern, label: 'OURS', action }],
});

/** A text as tags of Unicode spell it. */
const tagged = (text: string): string =>
  String.fromCodePoint(...Array.from(text, (one) => 0xe0000 + one.charCodeAt(0)));

const keywords = (...words: string[]): DetectorTerms => ({
  id: 'words',
  type: 'keyword',
  action: 'block',
  patterns: words.map((pattern) => ({ pattern, action: 'block' as const })),
});

const found = (terms: DetectorTerms, text: string): string[] =>
  compileDetectors([terms])
    .scan(text)
    .map(({ start, end }) => text.slice(start, end));

describe('a detector of regular expressions', () => {
  it('finds every match from left to right, with label, place and action', () => {
    const text = 'E123456 and E654321';
    expect(compileDetectors([regex('\\bE[0-9]{6}\\b')]).scan(text)).toEqual([
      { label: 'OURS', start: 0, end: 7, score: 1, action: 'redact', detector: 'ours' },
      { label: 'OURS', start: 12, end: 19, score: 1, action: 'redact', detector: 'ours' },
    ]);
  });

  it('cuts what nothing bounds, and goes on behind it', () => {
    const lengths = found(regex('a+'), 'a'.repeat(600)).map(({ length }) => length);
    expect(lengths).toEqual([257, 257, 86]);
  });

  it('does not take the end of what is within reach for the end of the text', () => {
    expect(found(regex('a+$'), `${'a'.repeat(2000)}b`)).toEqual([]);
    expect(found(regex('(a+)+$'), 'xaaa')).toEqual(['aaa']);
  });

  it('says which pattern cannot be used, and what to do', () => {
    expect(() => compileDetectors([regex('(?=a)')])).toThrow(/Detector "ours".*look-around/);
    expect(() => compileDetectors([regex('a*')])).toThrow(/write \+ instead of \*/);
  });

  it('takes time that grows with the text alone, whatever the pattern', () => {
    const detectors = compileDetectors([regex('(a+)+$'), regex('(a|aa)+b'), regex('(.*)*x')]);
    const begin = performance.now();
    detectors.scan(`${'a'.repeat(20_000)}c`);
    expect(performance.now() - begin).toBeLessThan(20_000);
  });
});

describe('a detector of keywords', () => {
  it('finds whole words, whatever their case', () => {
    expect(found(keywords('apollo'), 'Apollo, apollon, APOLLO')).toEqual(['Apollo', 'APOLLO']);
    expect(found(keywords('apollo'), 'apollo1, 2apollo')).toEqual([]);
  });

  it('takes a low line for what parts words, as slanted and bold words have it around them', () => {
    const text = '_apollo_ __Apollo__ project_apollo *apollo*';
    expect(found(keywords('apollo'), text)).toHaveLength(4);
    expect(found(keywords('project_apollo'), text)).toEqual(['project_apollo']);
  });

  it('finds a phrase across line ends and several blanks', () => {
    expect(found(keywords('project  apollo'), 'the Project\n  Apollo')).toEqual([
      'Project\n  Apollo',
    ]);
  });

  it('sees through full width, look-alikes, ligatures and characters that nobody sees', () => {
    const text = 'ａｐｏｌｌｏ аpоllо a\u200bpol\u00adlo 𝐚𝐩𝐨𝐥𝐥𝐨';
    expect(found(keywords('apollo'), text)).toHaveLength(4);
    expect(found(keywords('office'), 'the oﬃce')).toEqual(['oﬃce']);
  });

  it('finds what tags spell, which nobody sees', () => {
    for (const hidden of ['apollo', 'the Apollo is', 'APOLLO']) {
      expect(found(keywords('apollo'), `so ${tagged(hidden)} it is`)).toHaveLength(1);
      expect(found(keywords('apollo'), `so${tagged(hidden)}it is`)).toHaveLength(1);
    }
    expect(found(keywords('apollo'), `so ${tagged('apollon')} is`)).toEqual([]);
    expect(found(keywords('apollo'), `${tagged('apo')} ${tagged('llo')}`)).toEqual([]);
    // Those within a word that is seen are seen through.
    expect(found(keywords('apollo'), `apo${tagged('x')}llo`)).toHaveLength(1);
  });

  it('finds words of scripts without blanks within others', () => {
    expect(found(keywords('机密'), '这是机密文件')).toEqual(['机密']);
  });

  it('keeps letters with accents apart from those without, in either form', () => {
    expect(found(keywords('schon'), 'schön')).toEqual([]);
    expect(found(keywords('café'), 'cafe\u0301')).toEqual(['cafe\u0301']);
    expect(found(keywords('cafe'), 'cafe\u0301')).toEqual([]);
  });

  it('finds all words that end at one place', () => {
    expect(found(keywords('account', 'bank account'), 'a bank account.')).toEqual([
      'bank account',
      'account',
    ]);
  });

  it('says which keyword nobody could see', () => {
    expect(() => compileDetectors([keywords('\u200b')])).toThrow(/write a word/);
  });
});

describe('a detector of personal data', () => {
  const pii: DetectorTerms = { id: 'pii', type: 'pii', action: 'redact' };

  it('finds cards by their check digit, and addresses', () => {
    expect(found(pii, 'Mail jo.doe@example.com, card 4111 1111 1111 1111.')).toEqual([
      'jo.doe@example.com',
      '4111 1111 1111 1111',
    ]);
    expect(found(pii, 'card 4111 1111 1111 1112, icon@2x.png, git@github.com:a/b')).toEqual([]);
  });

  it('looks for the entities alone that are named, with their own label and action', () => {
    const terms: DetectorTerms = {
      ...pii,
      patterns: [{ pattern: 'EMAIL_ADDRESS', label: 'MAIL', action: 'block' }],
    };
    const text = 'jo@example.com 4111 1111 1111 1111';
    expect(compileDetectors([terms]).scan(text)).toMatchObject([
      { label: 'MAIL', action: 'block' },
    ]);
  });

  it('says which entity is not known', () => {
    const terms: DetectorTerms = { ...pii, patterns: [{ pattern: 'SHOE_SIZE', action: 'flag' }] };
    expect(() => compileDetectors([terms])).toThrow(/use one of EMAIL_ADDRESS, /);
  });
});

describe('a text in pieces', () => {
  const detectors = compileDetectors([
    regex('\\bE[0-9]{6}\\b'),
    regex('x.*y'),
    regex('.[😀-😎]+|é$'),
    keywords('apollo', 'bank account', 'account', '机密', '😀x'),
    { id: 'pii', type: 'pii', action: 'redact' },
  ]);
  const parts = [
    'E123456',
    'xx y',
    'a'.repeat(300),
    'x'.repeat(270),
    'Bank  Account',
    'a\u200bpollo',
    '_apollo',
    tagged('apollo'),
    tagged(' Bank account'),
    '机密',
    'jo@example.com',
    '4111 1111 1111 1111',
    '5500-0000-0000-0004',
    ' plain words ',
  ];

  it('has the findings of the whole, however it is cut', () => {
    fc.assert(
      fc.property(textAndCuts(parts), ({ text, pieces }) => {
        expect(foundInPieces(detectors, pieces)).toEqual(detectors.scan(text));
      }),
      { numRuns: 3000 },
    );
  });

  it('is decided up to the word that is not over', () => {
    const scanner = compileDetectors([{ id: 'pii', type: 'pii', action: 'redact' }]).open();
    scanner.push('Good morning to all of y');
    expect(scanner.decided).toBeGreaterThanOrEqual('Good morning to all of'.length);
  });
});
