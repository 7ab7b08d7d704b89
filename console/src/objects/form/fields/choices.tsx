import { Select, Switch, TagsInput } from '@mantine/core';
import { ObjectSelect } from '../../../ui/object-select.tsx';
import { sentenceCase } from '../../text.ts';
import { REFERENCES } from '../field-kind.ts';
import { defaultText, textOf, type ControlProps } from './control-props.ts';

/** Another object. */
export const Reference = ({ name, labels, value, onChange }: ControlProps) => (
  <ObjectSelect
    label={labels.label}
    description={labels.description}
    error={labels.error}
    isRequired={labels.withAsterisk}
    collection={REFERENCES[name] ?? ''}
    value={textOf(value)}
    onChange={onChange}
  />
);

/** One of a few values. */
export const Choice = ({ schema, labels, value, onChange }: ControlProps) => (
  <Select
    {...labels}
    data={(schema.enum ?? []).map((option) => ({
      value: String(option),
      label: sentenceCase(String(option).replaceAll('_', ' ')),
    }))}
    placeholder={defaultText(schema)}
    value={textOf(value) === '' ? null : textOf(value)}
    onChange={onChange}
    clearable={!labels.withAsterisk}
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
    checked={typeof value === 'boolean' ? value : schema.default === true}
    onChange={(event) => onChange(event.currentTarget.checked)}
  />
);

/** Several texts. */
export const Texts = ({ labels, value, onChange }: ControlProps) => (
  <TagsInput
    {...labels}
    value={Array.isArray(value) ? value.map(String) : []}
    onChange={onChange}
    placeholder="Type, then Enter"
    clearable
    clearButtonProps={{ 'aria-label': `Clear ${labels.label}` }}
  />
);
