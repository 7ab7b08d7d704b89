import { Select, type MantineSize } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { useList } from '../api/read/list.ts';
import type { ApiObject } from '../api/api-object.ts';
import { visibleText } from './text/visible-text.ts';

const MOST_SHOWN = 50;

export interface ObjectSelectProps {
  readonly label: string;
  /** Path in the API: `/api/v1/teams`. */
  readonly collection: string;
  /** An id; empty: none. */
  readonly value: string;
  readonly onChange: (id: string | undefined) => void;
  readonly isLabelHidden?: boolean;
  readonly description?: ReactNode;
  readonly error?: ReactNode;
  readonly isRequired?: boolean;
  readonly size?: MantineSize;
  readonly w?: number | string;
  /** What is chosen and written: the id, or another field such as `model_id`. */
  readonly field?: string;
}

interface Option {
  readonly value: string;
  readonly label: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Chooses an object by a part of its name or id; the service searches. */
export function ObjectSelect(props: ObjectSelectProps) {
  const { collection, value, onChange, label, isLabelHidden, field = 'id', size, w } = props;
  const [typed, setTyped] = useState('');
  const [q] = useDebouncedValue(typed, 200);
  const [isOpen, setOpen] = useState(false);
  const { data } = useList<ApiObject>(
    collection,
    { q: q === '' ? undefined : q, limit: MOST_SHOWN },
    { enabled: isOpen },
  );
  const found = (data?.items ?? []).flatMap((object): Option[] => {
    const chosen = textOf(object[field]);
    const name = textOf(object.name);
    if (chosen === '') return [];
    const label = name === '' || name === chosen ? chosen : `${name} (${chosen})`;
    return [{ value: chosen, label: visibleText(label) }];
  });
  const options = withValue(found, value);
  return (
    <Select
      {...(isLabelHidden === true ? { 'aria-label': label, placeholder: label } : { label })}
      description={props.description}
      error={props.error}
      withAsterisk={props.isRequired === true}
      {...(size ? { size } : {})}
      {...(w === undefined ? {} : { w })}
      data={options}
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? undefined)}
      onDropdownOpen={() => setOpen(true)}
      onSearchChange={setTyped}
      filter={({ options: all }) => all}
      nothingFoundMessage="Nothing found"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
    />
  );
}

/** What is chosen already is among the options, also where the search did not find it; each once. */
function withValue(found: readonly Option[], value: string): Option[] {
  const all = value === '' ? found : [{ value, label: visibleText(value) }, ...found];
  return [...new Map(all.map((option) => [option.value, option])).values()];
}
