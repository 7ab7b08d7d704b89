import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CompletionOutline } from './completion-document.ts';
import { JsonDocument } from '../passing/json-document.ts';

describe('completion document', () => {
  /** What is wrong with an answer that comes in pieces of so many bytes. */
  function problemOf(text: string, size: number): string | undefined {
    const outline = new CompletionOutline();
    const document = new JsonDocument(outline);
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) document.push(bytes.subarray(at, at + size));
    expect(document.isWhole).toBe(true);
    return outline.problem;
  }

  it.each<[string, string | undefined]>([
    ['{"choices":[{"message":{"content":"x"}},{"message":{}}],"error":null}', undefined],
    ['{"error":"","choices":[{"error":false,"message":{}}]}', undefined],
    ['{"\\u0063hoices":[{"message":{"error":"x"}}],"x":{"error":"x"}}', undefined],
    ['{"choices":[{"message":{}}],"error":{}}', 'the answer holds an error'],
    ['{"choices":[{"message":{}}],"\\u0065rror":"x"}', 'the answer holds an error'],
    ['{"error":5,"choices":[{"message":{}}]}', 'the answer holds an error'],
    ['{"choices":[{"message":{},"error":{"code":5}}]}', 'the answer holds an error'],
    ['{}', 'the answer has no choices'],
    ['{"choices":[]}', 'the answer has no choices'],
    ['{"choices":{"message":{}}}', 'the answer has no choices'],
    ['{"x":[{"message":{}}]}', 'the answer has no choices'],
    ['{"choices":[null]}', 'the answer has a choice without a message'],
    ['{"choices":[{}],"message":{}}', 'the answer has a choice without a message'],
    ['{"choices":[{"message":{}},{"message":null}]}', 'the answer has a choice without a message'],
    ['{"choices":[[{"message":{}}]]}', 'the answer has a choice without a message'],
  ])('%s: %s', (text, problem) => {
    for (const size of [1, 2, 7, 1000]) expect(problemOf(text, size)).toBe(problem);
  });

  type Members = Readonly<Record<string, unknown>>;

  const isObject = (value: unknown): value is Members =>
    typeof value === 'object' && value !== null && !Array.isArray(value);

  const holdsError = ({ error }: Members): boolean =>
    error !== undefined && error !== null && error !== false && error !== '';

  /** What is wrong with a completion that was parsed. */
  function problemOfParsed(answer: Members): string | undefined {
    const choices: unknown[] = Array.isArray(answer['choices']) ? answer['choices'] : [];
    const objects = choices.filter(isObject);
    if ([answer, ...objects].some(holdsError)) return 'the answer holds an error';
    if (choices.length === 0) return 'the answer has no choices';
    const messages = objects.filter((choice) => isObject(choice['message']));
    return messages.length === choices.length
      ? undefined
      : 'the answer has a choice without a message';
  }

  const name = fc.constantFrom(
    ...['choices', 'message', 'error', 'choice', 'messages', 'ţhoices', ''],
    ...['error'.padEnd(127, '"'), 'error'.padEnd(200, '\\')],
  );
  const value = fc.letrec<{ value: unknown; object: Members; list: unknown[] }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(null, false, true, '', 'error', 0, -1.5e-7, 1e30),
      tie('object'),
      tie('list'),
    ),
    object: fc.dictionary(name, tie('value'), { maxKeys: 5 }),
    list: fc.array(tie('value'), { maxLength: 3 }),
  }));
  const message = fc.oneof(fc.record({ message: value.object }), value.object, value.value);
  const answer = fc.oneof(
    value.object,
    fc.record({ choices: fc.array(message, { maxLength: 3 }) }),
    fc.record({ choices: fc.array(message, { maxLength: 3 }), error: value.value }),
  );
  /** The same text, some names of it written with escapes. */
  const written = (text: string, escapes: boolean): string =>
    escapes
      ? text.replaceAll(/"([cemţ])(?=[a-z]+":)/g, (_, first: string) => `"${inHex(first)}`)
      : text;
  const inHex = (letter: string): string =>
    String.raw`\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

  it('finds in any document what is found in it after parsing, however it is cut', () => {
    fc.assert(
      fc.property(answer, fc.boolean(), fc.integer({ min: 1, max: 40 }), (one, escapes, size) => {
        const text = written(JSON.stringify(one, undefined, size % 3), escapes);
        const expected = problemOfParsed(JSON.parse(text) as Members);
        expect(problemOf(text, size)).toBe(expected);
        expect(problemOf(text, text.length * 3)).toBe(expected);
      }),
      { numRuns: 1000 },
    );
  });
});
