import { Redactor } from '@aicp/detection/redact';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asRead, redactAsRead, writtenAsRead } from './json-as-read.ts';

/** JSON as Python writes it. */
const ascii = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
const person = (text: string, name: string) => ({
  ...{ label: 'PERSON', start: text.indexOf(name), end: text.indexOf(name) + name.length },
  ...{ score: 1, action: 'redact' as const, detector: 'judge' },
});

describe('JSON as it is read', () => {
  it('has the escapes of its strings undone, and nothing else', () => {
    expect(asRead('{"to": "J\\u00fcrgen\\nM\\u00fcller", "n": 1e2}')).toBe(
      '{"to": "Jürgen\nMüller", "n": 1e2}',
    );
    const pairs = ascii('😀'.repeat(40_000));
    expect(asRead(pairs)).toBe(`"${'😀'.repeat(40_000)}"`);
  });

  it('is redacted where it is written, whatever is escaped, and stays JSON', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 20 }),
        fc.string({ unit: 'binary', maxLength: 20 }),
        fc.boolean(),
        (before, after, isAscii) => {
          const value = { to: `${before}Jürgen "Ü" 漢字${after}`, rest: [1, after] };
          const json = isAscii ? ascii(value) : JSON.stringify(value);
          const redactor = new Redactor();
          const found = [person(asRead(json), 'Jürgen "Ü" 漢字')];
          const out = redactAsRead(json, found, redactor);
          expect(JSON.parse(out)).toEqual({ ...value, to: `${before}<PERSON_1>${after}` });
          expect(redactor.restorable().get('<PERSON_1>')).toBe('Jürgen "Ü" 漢字');
        },
      ),
      { numRuns: 50 },
    );
  });

  it('is redacted in each string and number of what was found across them', () => {
    const json = '{"k":"a\\u0062","n":4711}';
    const found = [{ ...person(json, '{'), start: 0, end: 18 }];
    const out = redactAsRead(json, found, new Redactor());
    expect(JSON.parse(out)).toEqual({ '<PERSON_1>': '<PERSON_2>', '<PERSON_3>': '<PERSON_4>' });
  });
});

describe('what is written by who read it', () => {
  it('is any JSON where no string holds what has to be escaped', () => {
    expect(writtenAsRead('{"to":"M\\u00fcller"}', '{"to":"N.","cc":[]}')).toBe(
      '{"to":"N.","cc":[]}',
    );
    expect(writtenAsRead('{"to":"M\\u00fcller"}', 'nobody')).toBeUndefined();
  });

  it('differs in strings alone where they hold such', () => {
    const json = ascii({ a: 'Dear "Jürgen"\n', b: ['x\\y', ''], n: 1 });
    const text = asRead(json).replace('"Jürgen"', '"N."').replace('x\\y', '\\\t');
    expect(JSON.parse(writtenAsRead(json, text) ?? '')).toEqual({
      ...{ a: 'Dear "N."\n', b: ['\\\t', ''], n: 1 },
    });
    expect(writtenAsRead(json, asRead(json))).toBe(json);
    expect(writtenAsRead(json, asRead(json).replace('"n":1', '"n":2'))).toBeUndefined();
  });

  it('is nothing where one cannot tell which strings it has', () => {
    const json = JSON.stringify({ a: 'x","b":"y', b: 'z' });
    expect(asRead(json)).toBe('{"a":"x","b":"y","b":"z"}');
    expect(writtenAsRead(json, asRead(json))).toBeUndefined();
    expect(writtenAsRead(json, '{"a":"N.","b":"z"}')).toBe('{"a":"N.","b":"z"}');
  });

  it('is what it was where nothing was changed, or nothing at all', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: 'binary' }), (json) => {
        const out = writtenAsRead(json, asRead(json));
        if (out !== undefined) expect(JSON.parse(out)).toEqual(JSON.parse(json));
      }),
      { numRuns: 50 },
    );
  });
});
