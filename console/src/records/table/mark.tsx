import { Checkbox } from '@mantine/core';
import type { Marks } from './use-marks.ts';

export interface MarkAllProps<T> {
  readonly marks: Marks<T>;
  /** Of the page that is shown. */
  readonly records: readonly T[];
}

/** Marks all rows of the page, or none. */
export function MarkAll<T>({ marks, records }: MarkAllProps<T>) {
  const marked = records.filter(marks.has).length;
  const areAll = records.length > 0 && marked === records.length;
  return (
    <Checkbox
      size="xs"
      aria-label="Mark all rows of this page"
      checked={areAll}
      indeterminate={marked > 0 && !areAll}
      onChange={() => marks.setAll(records, !areAll)}
    />
  );
}

export interface MarkProps<T> {
  readonly marks: Marks<T>;
  readonly record: T;
  readonly id: string;
}

/** Marks a row. */
export const Mark = <T,>({ marks, record, id }: MarkProps<T>) => (
  <Checkbox
    size="xs"
    aria-label={`Mark ${id}`}
    checked={marks.has(record)}
    onChange={() => marks.toggle(record)}
  />
);
