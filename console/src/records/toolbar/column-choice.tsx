import { ActionIcon, Checkbox, Popover, Stack } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconColumns3 } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { RecordColumn } from '../kit/record-list-props.ts';

type Choice = Readonly<Record<string, boolean>>;

/** Which columns of a list are shown; remembered by the browser. The first one always is. */
export function useColumnChoice<T>(collection: string, columns: readonly RecordColumn<T>[]) {
  const [choice, setChoice] = useLocalStorage<Choice>({
    key: `aicp-columns ${collection}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  // Rows are drawn anew where it is another list of columns.
  const shown = useMemo(
    () =>
      columns.filter(
        ({ field, isHidden }, index) => index === 0 || (choice[field] ?? isHidden !== true),
      ),
    [columns, choice],
  );
  return {
    shown,
    setShown: (field: string, shown: boolean): void => setChoice({ ...choice, [field]: shown }),
  };
}

export interface ColumnChoiceProps<T> {
  readonly columns: readonly RecordColumn<T>[];
  readonly shown: readonly RecordColumn<T>[];
  readonly onChange: (field: string, isShown: boolean) => void;
}

/** Chooses the columns of a list. */
export function ColumnChoice<T>({ columns, shown, onChange }: ColumnChoiceProps<T>) {
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="default" size="input-xs" aria-label="Choose columns">
          <IconColumns3 size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <Stack gap={8}>
          {columns.slice(1).map((column) => (
            <Checkbox
              key={column.field}
              size="xs"
              label={column.title}
              checked={shown.includes(column)}
              onChange={(event) => onChange(column.field, event.currentTarget.checked)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
