import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

/** Whoever types is not interrupted by answers: so long after the last letter a search begins, ms. */
const QUIET_MS = 250;

export interface SearchFieldProps {
  readonly value: string;
  readonly label: string;
  readonly onSearch: (q: string | undefined) => void;
}

/** Searches a list. `/` leads to it. */
export function SearchField({ value, label, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  // What the address says counts where it changed by something else than this field.
  if (shown !== value) {
    setShown(value);
    setTyped(value);
  }
  const search = useDebouncedCallback((text: string) => onSearch(text), QUIET_MS);
  const take = (text: string) => {
    setTyped(text);
    search(text);
  };
  return (
    <TextInput
      type="search"
      size="xs"
      w={220}
      aria-label={label}
      placeholder="Search"
      leftSection={<IconSearch size={14} aria-hidden />}
      rightSection={
        typed !== '' && (
          <CloseButton size="xs" aria-label="Clear the search" onClick={() => take('')} />
        )
      }
      value={typed}
      onChange={(event) => take(event.currentTarget.value)}
      data-list-search
    />
  );
}
