import { Autocomplete, TagsInput, Text, type ComboboxLikeRenderOptionInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { useList } from '../api/read/list.ts';
import type { ApiObject } from '../api/api-object.ts';

const MOST_SHOWN = 50;

interface Common {
  readonly label: string;
  readonly description?: ReactNode;
  readonly error?: ReactNode;
  readonly withAsterisk?: boolean;
  readonly disabled?: boolean;
  /** Path in the API: `/api/v1/teams`. Undefined: nothing is offered, and what is typed is taken. */
  readonly collection: string | undefined;
}

export interface ObjectInputProps extends Common {
  /** An id, or what else somebody typed; empty: none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Names an object: the service searches for what is typed, and what it does not find is taken as it stands. */
export function ObjectInput({ collection, value, onChange, ...labels }: ObjectInputProps) {
  const { ids, nameOf, search, open } = useOffered(collection);
  return (
    <Autocomplete
      {...labels}
      data={ids}
      value={value}
      onChange={(typed) => {
        search(typed);
        onChange(typed);
      }}
      onDropdownOpen={open}
      renderOption={optionWith(nameOf)}
      filter={({ options }) => options}
      placeholder="Type to search"
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${labels.label}` }}
    />
  );
}

export interface ObjectsInputProps extends Common {
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}

/** Names several objects, as `ObjectInput` names one. */
export function ObjectsInput({ collection, value, onChange, ...labels }: ObjectsInputProps) {
  const { ids, nameOf, search, open } = useOffered(collection);
  return (
    <TagsInput
      {...labels}
      data={ids.filter((id) => !value.includes(id))}
      value={[...value]}
      onChange={onChange}
      onSearchChange={search}
      onDropdownOpen={open}
      renderOption={optionWith(nameOf)}
      filter={({ options }) => options}
      placeholder="Type to search"
      acceptValueOnBlur
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${labels.label}` }}
    />
  );
}

type Option = ComboboxLikeRenderOptionInput<{ readonly value: string }>;

const optionWith = (nameOf: (id: string) => string | undefined) =>
  function NamedOption({ option: { value } }: Option) {
    const name = nameOf(value);
    return (
      <Text size="sm" component="span" style={{ overflowWrap: 'anywhere' }}>
        {name === undefined || name === value ? value : `${name} (${value})`}
      </Text>
    );
  };

/** What of a collection is offered for what is typed. */
function useOffered(collection: string | undefined) {
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed.trim(), 200);
  const [isOpen, setOpen] = useState(false);
  const { data } = useList<ApiObject>(
    collection ?? '',
    { q: q === '' ? undefined : q, limit: MOST_SHOWN },
    { enabled: isOpen && collection !== undefined },
  );
  const found = collection === undefined ? [] : (data?.items ?? []);
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return {
    ids: [...names.keys()],
    nameOf: (id: string) => names.get(id),
    search: setTyped,
    open: (): void => setOpen(true),
  };
}
