import { expect, it } from 'vitest';
import { isSameRow, type RecordRowProps } from './record-row.tsx';

interface Team {
  readonly id: string;
}

const team: Team = { id: 'ml' };
const columns = [{ field: 'id', title: 'Name' }];
const having = (...ids: readonly string[]) => ({ has: (id: string) => ids.includes(id) });

const marking = (...ids: readonly string[]) => ({
  ...{
    records: new Map(),
    toggle: () => undefined,
    setAll: () => undefined,
    keep: () => undefined,
  },
  has: ({ id }: Team) => ids.includes(id),
});

/** A row as a list draws it each time: with functions of its own. */
const row = (parts: Partial<RecordRowProps<Team>> = {}): RecordRowProps<Team> => ({
  ...{ record: team, columns, isCurrent: false, marks: marking() },
  openRows: { ...having(), toggle: () => undefined },
  idOf: ({ id }) => id,
  ...parts,
});

it('does not draw a row anew because the list was, or another row was marked or opened', () => {
  const others = { marks: marking('ops'), openRows: { ...having('ops'), toggle: () => undefined } };
  expect(isSameRow(row(), row())).toBe(true);
  expect(isSameRow(row(), row(others))).toBe(true);
});

it('draws a row anew where its record, columns, mark or place changed, or it was opened', () => {
  const changes: readonly Partial<RecordRowProps<Team>>[] = [
    { record: { id: 'ml' } },
    { columns: [...columns] },
    { isCurrent: true },
    { marks: marking('ml') },
    { marks: undefined },
    { openRows: { ...having('ml'), toggle: () => undefined } },
  ];
  for (const change of changes) expect(isSameRow(row(), row(change))).toBe(false);
});
