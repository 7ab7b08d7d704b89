import { expect, it } from 'vitest';
import { CompletionOutline } from './completion-outline.ts';
import { JsonDocument } from './json-document.ts';

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
