import { Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { ObjectSelect } from '../../ui/object-select.tsx';
import type { RecordFilter } from '../record-list-props.ts';

export interface FilterFieldProps {
  readonly filter: RecordFilter;
  readonly value: string;
  readonly onChange: (value: string | undefined) => void;
}

/** One filter of a list. */
export function FilterField({ filter, value, onChange }: FilterFieldProps) {
  switch (filter.kind) {
    case 'choice':
      return (
        <Select
          size="xs"
          w={170}
          aria-label={filter.title}
          placeholder={filter.title}
          data={filter.options.map((option) => ({ ...option }))}
          value={value === '' ? null : value}
          onChange={(next) => onChange(next ?? undefined)}
          clearable
          clearButtonProps={{ 'aria-label': `Clear ${filter.title}` }}
        />
      );
    case 'object':
      return (
        <ObjectSelect
          size="xs"
          w={190}
          label={filter.title}
          collection={filter.collection}
          value={value}
          onChange={onChange}
          isLabelHidden
        />
      );
    case 'text':
      return <TextFilter filter={filter} value={value} onChange={onChange} />;
  }
}

const QUIET_MS = 400;

function TextFilter({ filter, value, onChange }: FilterFieldProps) {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setTyped(value);
  }
  const tell = useDebouncedCallback(
    (text: string) => onChange(text === '' ? undefined : text),
    QUIET_MS,
  );
  return (
    <TextInput
      size="xs"
      w={170}
      aria-label={filter.title}
      placeholder={filter.title}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        tell(event.currentTarget.value.trim());
      }}
    />
  );
}
