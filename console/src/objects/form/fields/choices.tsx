import { MultiSelect, Select, Switch } from '@mantine/core';
import { choiceText } from '../../../ui/text/choice-text.ts';
import { defaultText, textOf, textsOf, type ControlProps } from './control-props.ts';

const optionsOf = (values: readonly unknown[] | undefined) =>
  (values ?? []).map((option) => ({
    value: String(option),
    label: choiceText(String(option)),
  }));

/** One of a few values. */
export const Choice = ({ schema, labels, value, onChange }: ControlProps) => (
  <Select
    {...labels}
    data={optionsOf(schema.enum)}
    placeholder={defaultText(schema)}
    value={textOf(value) === '' ? null : textOf(value)}
    onChange={onChange}
    clearable={!labels.withAsterisk}
    clearButtonProps={{ 'aria-label': `Clear ${labels.label}` }}
  />
);

/** Several of a few values. */
export const Choices = ({ schema, labels, value, onChange }: ControlProps) => (
  <MultiSelect
    {...labels}
    data={optionsOf(schema.items?.enum)}
    value={textsOf(value)}
    onChange={onChange}
    clearable
    clearButtonProps={{ 'aria-label': `Clear ${labels.label}` }}
  />
);

/** Yes or no. */
export const Flag = ({
  schema,
  labels: { withAsterisk: _, ...labels },
  value,
  onChange,
}: ControlProps) => (
  <Switch
    {...labels}
    // What stands below it describes it, and is no part of its name.
    aria-label={labels.label}
    data-wrong={labels.error === undefined ? undefined : true}
    checked={typeof value === 'boolean' ? value : schema.default === true}
    onChange={(event) => onChange(event.currentTarget.checked)}
  />
);
