import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accounts } from '../numbers/accounts.ts';
import { english } from '../numbers/english.ts';
import { european } from '../numbers/european.ts';
import { further } from '../numbers/further.ts';
import { ipAddress } from '../numbers/ip-address.ts';
import { anyShape } from './any-shape.ts';
import type { Entity } from './entity.ts';
import { mayBeAddress, mayBeNumber } from './number-gates.ts';

const numbers = [...accounts, ...english, ...european, ...further];
const patternsOf = (entities: readonly Entity[]): RegExp[] =>
  entities.flatMap(({ shapes }) => shapes.map(({ pattern }) => pattern));

/** Texts that a pattern matches; what it says of its surroundings is looked at afterwards. */
function writtenAs(pattern: RegExp): fc.Arbitrary<string> {
  const source = withoutAsides(pattern.source);
  const [all, part] = GROUP.exec(source) ?? [];
  const sources =
    all === undefined
      ? [source]
      : ['', ' ', '-', '.']
          .filter((one) => new RegExp(`^(?:${part ?? ''})$`).test(one))
          .map((one) => source.replace(all, one).replaceAll('\\1', one));
  return fc
    .oneof(...sources.map((one) => fc.stringMatching(new RegExp(`^(?:${one})$`))))
    .filter((text) => matches(pattern, text));
}

/** What parts the digits, where it is the same throughout. */
const GROUP = /\((?!\?)([^()]*)\)/;

/** The source without look-around, of which none holds more than two groups in each other. */
const withoutAsides = (source: string): string =>
  source.replaceAll(/\(\?<?!(?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, '');

function matches(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(text);
}

describe('the forms of numbers', () => {
  /** A repetition without a bound: a place would cost as much as what comes behind it. */
  const UNBOUNDED = /[^\\](?:[*+]|\{\d+,\})/;
  const withoutClasses = (source: string): string =>
    source.replaceAll(/\[(?:[^\]\\]|\\.)*\]/g, 'c');

  it('look so far and no further, whatever the text', () => {
    const sources = patternsOf([...numbers, ipAddress]).map(({ source }) => withoutClasses(source));
    expect(sources.filter((source) => UNBOUNDED.test(source))).toEqual([]);
    expect(UNBOUNDED.test(withoutClasses('[A-Z]+\\d'))).toBe(true);
  });
});

describe('what is asked before a number is looked for', () => {
  it('lets every number pass that has one of the forms', () => {
    const gate = anyShape(patternsOf(numbers));
    for (const pattern of patternsOf(numbers)) {
      fc.assert(
        fc.property(writtenAs(pattern), (text) => {
          expect(mayBeNumber(text, 0)).toBe(true);
          expect(matches(gate, text)).toBe(true);
        }),
        { numRuns: 30 },
      );
    }
  });

  it('lets every address of a machine pass', () => {
    for (const pattern of patternsOf([ipAddress])) {
      fc.assert(
        fc.property(writtenAs(pattern), (text) => {
          expect(mayBeAddress(text, 0)).toBe(true);
        }),
      );
    }
  });

  it.each([
    '2026-11-27 at noon',
    '09:30',
    '2.14.3 goes out',
    '1,250,000,000',
    '48213',
    '12 - 34567890',
  ])('turns %s away', (text) => {
    expect(mayBeNumber(text, 0)).toBe(false);
  });

  it('matches where one of the patterns matches, and nowhere else', () => {
    const patterns = [/(a)b\1/y, /c(d|e)(f)?\1\2/y, /[gh]{2}/y];
    const any = anyShape(patterns);
    fc.assert(
      fc.property(fc.stringMatching(/^[a-h]{0,6}$/), (text) => {
        expect(matches(any, text)).toBe(patterns.some((pattern) => matches(pattern, text)));
      }),
      { numRuns: 2000 },
    );
  });
});
