import fc from 'fast-check';
import { expect, it } from 'vitest';
import { markedText, strictestOf, type Finding } from './findings.ts';

const found = (start: number, end: number, action: Finding['action'] = 'flag'): Finding => ({
  ...{ label: 'WORD', start, end, score: 1, action, detector: 'words' },
});

it('cuts a text where findings begin and end', () => {
  const card = found(3, 7);
  expect(markedText('My card, then', [card])).toEqual({
    left: 0,
    parts: [
      { start: 0, text: 'My ', findings: [] },
      { start: 3, text: 'card', findings: [card] },
      { start: 7, text: ', then', findings: [] },
    ],
  });
});

it('marks a place with all findings that meet there', () => {
  const [outer, inner] = [found(0, 6), found(2, 4)];
  const { parts } = markedText('abcdef', [outer, inner]);
  expect(parts.map(({ text, findings }) => [text, findings])).toEqual([
    ['ab', [outer]],
    ['cd', [outer, inner]],
    ['ef', [outer]],
  ]);
});

it('keeps every character of a text, whatever was found in it', () => {
  const place = fc.integer({ min: -5, max: 60 });
  const findings = fc.array(fc.tuple(place, place).map(([start, end]) => found(start, end)));
  fc.assert(
    fc.property(fc.string({ maxLength: 50 }), findings, (text, all) => {
      const { parts, left } = markedText(text, all);
      expect(parts.map((part) => part.text).join('')).toBe(text);
      expect(left).toBe(0);
      for (const part of parts) {
        for (const one of part.findings) {
          expect(one.start).toBeLessThan(part.start + part.text.length);
          expect(one.end).toBeGreaterThan(part.start);
        }
      }
    }),
  );
});

it('leaves out the end of a text that is too long to be drawn', () => {
  const { parts, left } = markedText('x'.repeat(20_010), [found(19_999, 20_005)]);
  expect(left).toBe(10);
  expect(parts.map(({ text }) => text.length)).toEqual([19_999, 1]);
});

it('says what is the strictest of what findings ask for', () => {
  expect(strictestOf([])).toBeUndefined();
  expect(strictestOf([found(0, 1), found(0, 1, 'redact')])).toBe('redact');
  expect(strictestOf([found(0, 1, 'block'), found(0, 1, 'redact')])).toBe('block');
});
