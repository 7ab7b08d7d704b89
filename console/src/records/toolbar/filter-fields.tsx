import { Group, Select, Text, TextInput } from '@mantine/core';
import { ObjectSelect } from '../../ui/object-select.tsx';
import type { RecordFilter } from '../kit/record-list-props.ts';
import { useTypedText } from './use-typed-text.ts';
import { visibleText } from '../../ui/text/visible-text.ts';

/** Changes of the page's address by parameter; undefined takes one away. */
export type FilterChanges = Readonly<Record<string, string | undefined>>;

export interface FilterFieldProps {
  readonly filter: RecordFilter;
  /** What the page's address says, by parameter. */
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (changes: FilterChanges) => void;
}

/** One filter of a list. */
export function FilterField({ filter, values, onChange }: FilterFieldProps) {
  const { name, title } = filter;
  const value = values[name] ?? '';
  const change = (next: string | undefined) => onChange({ [name]: next });
  switch (filter.kind) {
    case 'choice':
      return (
        <Select
          size="xs"
          w={170}
          aria-label={title}
          placeholder={title}
          data={withValue(filter.options, value)}
          searchable={filter.options.length > 10}
          value={value === '' ? null : value}
          onChange={(next) => change(next ?? undefined)}
          clearable
          clearButtonProps={{ 'aria-label': `Clear ${title}` }}
        />
      );
    case 'object':
      return (
        <ObjectSelect
          size="xs"
          w={190}
          label={title}
          collection={filter.collection}
          value={value}
          onChange={change}
          isLabelHidden
        />
      );
    case 'text':
      return <TextFilter {...filter} value={value} onChange={change} />;
    case 'number':
      return <TextFilter {...filter} value={value} onChange={change} isNumber />;
    case 'days':
      return <DaysFilter filter={filter} values={values} onChange={onChange} />;
  }
}

/** What an address names is among the options, also where it is none of them. */
function withValue(options: readonly Option[], value: string): Option[] {
  const isKnown = value === '' || options.some((option) => option.value === value);
  return isKnown ? [...options] : [...options, { value, label: visibleText(value) }];
}

interface Option {
  readonly value: string;
  readonly label: string;
}

interface TextFilterProps {
  readonly title: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly onChange: (value: string | undefined) => void;
  readonly isNumber?: boolean;
}

/** What the API takes as a number. */
const NUMBER = /^-?\d+(\.\d+)?$/;

function TextFilter(props: TextFilterProps) {
  const { title, placeholder = title, value, onChange, isNumber = false } = props;
  const isTold = (text: string | undefined) => !isNumber || text === undefined || NUMBER.test(text);
  const { typed, type, tellNow } = useTypedText(value, (text) => {
    if (isTold(text)) onChange(text);
  });
  const isWrong = typed.trim() !== '' && !isTold(typed.trim());
  return (
    <TextInput
      size="xs"
      w={170}
      aria-label={title}
      placeholder={placeholder}
      maxLength={isNumber ? 40 : 500}
      {...(isNumber ? { inputMode: 'decimal' as const } : {})}
      error={isWrong ? 'Not a number' : undefined}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') tellNow();
      }}
    />
  );
}

interface DaysFilterProps extends Pick<FilterFieldProps, 'values' | 'onChange'> {
  readonly filter: Extract<RecordFilter, { readonly kind: 'days' }>;
}

function DaysFilter({ filter, values, onChange }: DaysFilterProps) {
  const { title, after, before } = filter;
  const day = (name: string, label: string) => (
    <TextInput
      type="date"
      size="xs"
      w={140}
      aria-label={label}
      title={label}
      value={values[name] ?? ''}
      onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value || undefined })}
    />
  );
  return (
    <Group gap={4} wrap="nowrap" role="group" aria-label={title}>
      <Text size="xs" c="dimmed">
        {title}
      </Text>
      {day(after, `${title} on or after (UTC)`)}
      <span aria-hidden>–</span>
      {day(before, `${title} before (UTC)`)}
    </Group>
  );
}
