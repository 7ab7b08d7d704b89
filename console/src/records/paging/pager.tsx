import { Group, Text } from '@mantine/core';
import { countText } from '../../ui/text/format-number.ts';
import { PAGE_SIZE, type Records } from './use-records.ts';
import { ActionButton } from '../../ui/action/action-button.tsx';

export interface PagerProps<T> {
  readonly records: Records<T>;
  readonly nouns: string;
}

/** Which rows of how many are shown, and the ways to those before and after. */
export function Pager<T>({ records, nouns }: PagerProps<T>) {
  const { page, state, toNext, toPrevious, isTurning } = records;
  const { items = [], total, next } = page.data ?? {};
  const first = (state.page - 1) * PAGE_SIZE + 1;
  const last = first + items.length - 1;
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" c="dimmed" role="status">
        {items.length > 0 && rangeText({ first, last, total, nouns })}
      </Text>
      {(state.page > 1 || next !== undefined) && (
        <Group gap="xs">
          <ActionButton
            size="xs"
            variant="default"
            disabled={state.page === 1}
            isBusy={isTurning}
            onClick={toPrevious}
          >
            Previous
          </ActionButton>
          <ActionButton
            size="xs"
            variant="default"
            isBusy={false}
            disabled={next === undefined || page.isPlaceholderData}
            onClick={() => next !== undefined && toNext(next)}
          >
            Next
          </ActionButton>
        </Group>
      )}
    </Group>
  );
}

interface Range {
  readonly first: number;
  readonly last: number;
  /** Undefined: nobody counted. */
  readonly total: number | undefined;
  readonly nouns: string;
}

/** "1 to 50 of 120 teams"; of a single one, that there is no other. */
function rangeText({ first, last, total, nouns }: Range): string {
  if (total === 1) return '1 in total';
  const range = `${countText(first)} to ${countText(last)}`;
  return total === undefined ? range : `${range} of ${countText(total)} ${nouns}`;
}
