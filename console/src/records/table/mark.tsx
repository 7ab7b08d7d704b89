import { Checkbox } from '@mantine/core';
import type { Marks } from './use-marks.ts';

/** Marks all rows of the page, or none. */
export function MarkAll({
  marks,
  ids,
}: {
  readonly marks: Marks;
  readonly ids: readonly string[];
}) {
  const marked = ids.filter((id) => marks.ids.has(id)).length;
  const areAll = ids.length > 0 && marked === ids.length;
  return (
    <Checkbox
      size="xs"
      aria-label="Mark all rows of this page"
      checked={areAll}
      indeterminate={marked > 0 && !areAll}
      onChange={() => marks.setAll(areAll ? [] : ids)}
    />
  );
}

/** Marks a row. */
export function Mark({ marks, id }: { readonly marks: Marks; readonly id: string }) {
  return (
    <Checkbox
      size="xs"
      aria-label={`Mark ${id}`}
      checked={marks.ids.has(id)}
      onChange={() => marks.toggle(id)}
    />
  );
}
