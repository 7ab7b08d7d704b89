import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ACCEPTED_REASONS, PROGRAMMED_REASONS, type Meaning } from './reasons.ts';

const page = readFileSync(
  join(import.meta.dirname, '../../../docs/reference/conditions.md'),
  'utf8',
);
const rows = new Map(
  page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, reason = '', on = '', happened = '', remedy = '']) => [
      reason.replaceAll('`', ''),
      { on, happened, remedy },
    ]),
);

describe.each<[string, Readonly<Record<string, Meaning>>]>([
  ['Accepted', ACCEPTED_REASONS],
  ['Programmed', PROGRAMMED_REASONS],
])('every reason of %s', (on, reasons) => {
  it.each(Object.entries(reasons))(
    '%s is explained in the docs in the same words',
    (name, said) => {
      const row = [...rows].find(([reason, cells]) => reason === name && cells.on === on);
      expect(row?.[1]).toEqual({ on, ...said });
    },
  );
});

it('the docs explain no reason that there is not', () => {
  const known = [...Object.keys(ACCEPTED_REASONS), ...Object.keys(PROGRAMMED_REASONS)];
  const explained = [...rows].filter(([, cells]) => /^(Accepted|Programmed)$/.test(cells.on));
  expect(explained.map(([reason]) => reason).sort()).toEqual([...new Set(known)].sort());
});
