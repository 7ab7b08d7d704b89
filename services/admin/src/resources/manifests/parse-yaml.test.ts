import fc from 'fast-check';
import { Problem } from '@aicp/common/errors/problem';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { parseYaml } from './parse-yaml.ts';

const refusal = (text: string): Problem => {
  try {
    parseYaml(text);
  } catch (error) {
    expect(error).toBeInstanceOf(Problem);
    return error as Problem;
  }
  throw new Error('it was read');
};

describe('YAML that somebody sent', () => {
  it('is read as YAML 1.2', () => {
    expect(parseYaml('a: no\nb: 0.10\nc: "0.10"\nd: [1, x]').value).toEqual({
      a: 'no',
      b: 0.1,
      c: '0.10',
      d: [1, 'x'],
    });
  });

  it('is refused with the line of what is wrong', () => {
    const { status, detail, errors } = refusal('a: 1\nb: [1,\nc: 2\n');
    expect(status).toBe(400);
    expect(detail).toMatch(/^The body is not readable as YAML: line \d/);
    expect(errors?.[0]?.line).toBeGreaterThan(1);
    expect(refusal('a: 1\na: 2\n').detail).toContain('line 2');
    expect(refusal('a: 1\n---\nb: 2\n').detail).toContain(
      'line 2: There is more than one document.',
    );
    expect(refusal('a: 1\nb: "\\q"\n').detail).toContain('line 2: Invalid escape sequence');
    expect(refusal('[a: 1]]').status).toBe(400);
    expect(refusal(`a: 1\nb: ${'['.repeat(3_000)}${']'.repeat(3_000)}`).detail).toContain('deeper');
  });

  it('is refused where aliases multiply', () => {
    const lines = ['a0: &a0 [x,x,x,x,x,x,x,x,x]'];
    for (let n = 1; n < 9; n += 1) {
      const before = `*a${n - 1}`;
      lines.push(`a${n}: &a${n} [${Array.from({ length: 9 }, () => before).join(',')}]`);
    }
    expect(refusal(lines.join('\n')).detail).toContain('aliases');
    expect(refusal('a: *nothing').status).toBe(400);
  });

  it.each([
    ['values', `[${'1,'.repeat(4_000)}1]`],
    ['text', 'x'.repeat(400_000)],
  ])('is refused where aliases of one list or text stand for too much: %s', (_, value) => {
    const times = Array.from({ length: 10 }, (_one, index) => `b${index}: *a`);
    expect(refusal([`a: &a ${value}`, ...times].join('\n')).detail).toContain('more values');
  });

  it.each([
    ['flow lists', '['.repeat(20_000)],
    ['compact lists', '- '.repeat(20_000) + 'x'],
    ['closed lists', '['.repeat(200) + ']'.repeat(200)],
    ['very many values', `a: [${'1,'.repeat(400_000)}1]`],
    ['bad escapes', `a: "${'\\q'.repeat(500_000)}"`],
    ['bad characters by number', `a: "${'\\U00110000'.repeat(100_000)}"`],
    ['values that are missing', `a: [${', '.repeat(20_000)}]`],
    ['bad directives', `${'%YAML x\n'.repeat(10_000)}---\na: 1`],
  ])('is refused where it is made of too much, at once: %s', (_, text) => {
    const begin = performance.now();
    expect(refusal(text).status).toBe(400);
    expect(performance.now() - begin).toBeLessThan(2_000);
  });

  it('is refused where it holds what no database takes', () => {
    expect(refusal('a: "\\0"').status).toBe(422);
    expect(refusal('a: "\\uD800"').status).toBe(422);
  });

  it('is what was written, or a Problem', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const text = stringify(value);
        const plain = JSON.stringify(value);
        if (plain.includes('\\u0000')) return;
        expect(JSON.stringify(parseYaml(text).value)).toBe(plain);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        try {
          parseYaml(text);
        } catch (error) {
          expect(error).toBeInstanceOf(Problem);
        }
      }),
    );
  });
});
