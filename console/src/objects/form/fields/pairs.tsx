import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useRowFocus } from '../state/use-row-focus.ts';
import { isSame } from '../values/form-values.ts';
import { mapOf, type ControlProps } from './control-props.ts';

type Row = readonly [name: string, value: string];

const rowsOf = (value: unknown): Row[] =>
  Object.entries(mapOf(value)).map(([name, one]) => [name, String(one)]);

/** The map that rows make; undefined where they make none. Rows without a name are not there yet. */
function valueOf(rows: readonly Row[]): Readonly<Record<string, string>> | undefined {
  const named = rows.filter(([name]) => name !== '');
  return named.length === 0 ? undefined : Object.fromEntries(named);
}

/** Names and texts, a row for each. */
export function Pairs({ labels, value, onChange }: ControlProps) {
  const { label, description, error, withAsterisk, disabled } = labels;
  const [typed, setTyped] = useState<readonly Row[]>(() => rowsOf(value));
  // Rows without a name are kept here alone. What was changed elsewhere counts.
  const rows = isSame(valueOf(typed) ?? {}, mapOf(value)) ? typed : rowsOf(value);
  const id = useId();
  const { rowsRef, ...moves } = useRowFocus<HTMLDivElement>(rows.length);
  const change = (next: readonly Row[]): void => {
    setTyped(next);
    onChange(valueOf(next));
  };
  return (
    <Input.Wrapper
      {...{ label, description, error, withAsterisk }}
      id={id}
      labelElement="div"
      role="group"
      aria-label={label}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
      data-wrong={error === undefined ? undefined : true}
    >
      <Stack gap="xs" mt={description === undefined ? 0 : 4} align="flex-start" ref={rowsRef}>
        {rows.map((row, index) => (
          <PairRow
            // Rows have no names of their own, and are neither sorted nor moved.
            key={index}
            row={row}
            title={`${label}, row ${index + 1}`}
            isDisabled={disabled}
            onChange={(next) => change(rows.with(index, next))}
            onRemove={() => {
              moves.onRemove(index);
              change(rows.toSpliced(index, 1));
            }}
          />
        ))}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={disabled}
          onClick={() => {
            moves.onAdd();
            change([...rows, ['', '']]);
          }}
        >
          Add a row
        </Button>
      </Stack>
    </Input.Wrapper>
  );
}

interface PairRowProps {
  readonly row: Row;
  readonly title: string;
  readonly isDisabled: boolean;
  readonly onChange: (row: Row) => void;
  readonly onRemove: () => void;
}

function PairRow({ row: [name, value], title, isDisabled, onChange, onRemove }: PairRowProps) {
  return (
    <Group gap="xs" wrap="nowrap" w="100%">
      <TextInput
        flex={1}
        miw={0}
        placeholder="Name"
        aria-label={`${title}: name`}
        disabled={isDisabled}
        value={name}
        onChange={(event) => onChange([event.currentTarget.value, value])}
      />
      <TextInput
        flex={2}
        miw={0}
        placeholder="Value"
        aria-label={`${title}: value`}
        disabled={isDisabled}
        value={value}
        onChange={(event) => onChange([name, event.currentTarget.value])}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Remove ${title}`}
        disabled={isDisabled}
        onClick={onRemove}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
