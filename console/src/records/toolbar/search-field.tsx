import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTypedText } from './use-typed-text.ts';

export interface SearchFieldProps {
  readonly value: string;
  readonly label: string;
  readonly onSearch: (q: string | undefined) => void;
}

/** Searches a list. `/` leads to it. */
export function SearchField({ value, label, onSearch }: SearchFieldProps) {
  const { typed, type, tellNow } = useTypedText(value, onSearch);
  return (
    <TextInput
      type="search"
      size="xs"
      w={220}
      aria-label={label}
      placeholder="Search"
      maxLength={200}
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={
        typed !== '' && (
          <CloseButton size="xs" aria-label="Clear the search" onClick={() => type('')} />
        )
      }
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') tellNow();
      }}
      data-list-search
    />
  );
}
