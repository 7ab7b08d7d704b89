import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ACCEPTED_REASONS, ENFORCED_REASONS, PROGRAMMED_REASONS, type Meaning } from './reasons.ts';

const page = readFileSync(
  join(import.meta.dirname, '../../../docs/reference/conditions.md'),
  'utf8',
);
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, reason = '', on = '', happened = '', remedy = '']) => ({
    reason: reason.replaceAll('`', ''),
    cells: { on, happened, remedy },
  }));
const REASONS: readonly [string, Readonly<Record<string, Meaning>>][] = [
  ['Accepted', ACCEPTED_REASONS],
  ['Programmed', PROGRAMMED_REASONS],
  ['Enforced', ENFORCED_REASONS],
];

describe.each(REASONS)('every reason of %s', (on, reasons) => {
  it.each(Object.entries(reasons))(
    '%s is explained in the docs in the same words',
    (name, said) => {
      const row = rows.find(({ reason, cells }) => reason === name && cells.on === on);
      expect(row?.cells).toEqual({ on, ...said });
    },
  );
});

it('the docs explain no reason that there is not', () => {
  const known = REASONS.flatMap(([on, reasons]) =>
    Object.keys(reasons).map((reason) => `${on} ${reason}`),
  );
  const types = new Set(REASONS.map(([on]) => on));
  const explained = rows.filter(({ cells }) => types.has(cells.on));
  expect(explained.map(({ reason, cells }) => `${cells.on} ${reason}`).sort()).toEqual(
    known.sort(),
  );
});
