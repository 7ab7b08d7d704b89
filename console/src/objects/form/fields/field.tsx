import {
  NumberInput,
  PasswordInput,
  Select,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { sentenceCase, fieldTitle } from '../../text.ts';
import { ObjectSelect } from '../../../ui/object-select.tsx';
import type { FieldSchema } from '../../form-schemas.ts';
import { fieldKind, REFERENCES } from '../field-kind.ts';
import { YamlField } from './yaml-field.tsx';

export interface FieldProps {
  readonly name: string;
  readonly schema: FieldSchema;
  readonly value: unknown;
  /** Why the service would refuse it. */
  readonly error: string | undefined;
  readonly isRequired: boolean;
  readonly isDisabled: boolean;
  readonly onChange: (value: unknown) => void;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** One field of a form, by what fits its schema. */
export function Field(props: FieldProps) {
  const { name, schema, value, onChange } = props;
  const common = {
    label: fieldTitle(name),
    description: schema.description,
    error: props.error,
    withAsterisk: props.isRequired,
    disabled: props.isDisabled,
  };
  const onText = (event: { currentTarget: { value: string } }) =>
    onChange(event.currentTarget.value);
  switch (fieldKind(name, schema)) {
    case 'reference':
      return (
        <ObjectSelect
          label={common.label}
          description={common.description}
          error={common.error}
          isRequired={props.isRequired}
          collection={REFERENCES[name] ?? ''}
          value={textOf(value)}
          onChange={onChange}
        />
      );
    case 'choice':
      return <Choice {...props} common={common} />;
    case 'flag':
      return (
        <Switch
          label={common.label}
          description={common.description}
          error={common.error}
          disabled={common.disabled}
          checked={typeof value === 'boolean' ? value : schema.default === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'number':
      return <Amount {...props} common={common} />;
    case 'long-text':
      return <Textarea {...common} autosize minRows={2} value={textOf(value)} onChange={onText} />;
    case 'secret':
      return (
        <PasswordInput
          {...common}
          autoComplete="new-password"
          value={textOf(value)}
          onChange={onText}
        />
      );
    case 'texts':
      return (
        <TagsInput
          {...common}
          value={Array.isArray(value) ? value.map(String) : []}
          onChange={onChange}
          placeholder="Type, then Enter"
          clearable
          clearButtonProps={{ 'aria-label': `Clear ${common.label}` }}
        />
      );
    case 'structure':
      return <YamlField {...common} value={value} onChange={onChange} />;
    case 'text':
      return <TextInput {...common} value={textOf(value)} onChange={onText} />;
  }
}

interface PartProps extends FieldProps {
  readonly common: Readonly<Record<string, unknown>> & { readonly label: string };
}

function Choice({ schema, value, onChange, common, isRequired }: PartProps) {
  return (
    <Select
      {...common}
      data={(schema.enum ?? []).map((option) => ({
        value: String(option),
        label: sentenceCase(String(option).replaceAll('_', ' ')),
      }))}
      placeholder={
        schema.default === undefined ? undefined : `Without it: ${String(schema.default)}`
      }
      value={textOf(value) === '' ? null : textOf(value)}
      onChange={onChange}
      clearable={!isRequired}
      clearButtonProps={{ 'aria-label': `Clear ${common.label}` }}
    />
  );
}

function Amount({ schema, value, onChange, common }: PartProps) {
  return (
    <NumberInput
      {...common}
      allowDecimal={schema.type !== 'integer'}
      {...(schema.minimum === undefined ? {} : { min: schema.minimum })}
      {...(schema.maximum === undefined ? {} : { max: schema.maximum })}
      clampBehavior="none"
      thousandSeparator=","
      placeholder={
        schema.default === undefined ? undefined : `Without it: ${String(schema.default)}`
      }
      value={typeof value === 'number' ? value : ''}
      onChange={(next) => onChange(next === '' ? undefined : Number(next))}
    />
  );
}
