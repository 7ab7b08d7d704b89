import { expect, it } from 'vitest';
import { fileNameIn } from './save-file.ts';

it.each([
  ['attachment; filename="audit.csv"', 'audit.csv'],
  ['attachment; filename=audit.jsonl', 'audit.jsonl'],
  ['attachment', undefined],
  [null, undefined],
])('reads the file name in %s', (header, name) => {
  expect(fileNameIn(header)).toBe(name);
});
