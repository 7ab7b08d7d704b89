import type { ComponentType } from 'react';
import { fieldTitle } from '../../text.ts';
import type { FieldSchema } from '../../form-schemas.ts';
import { fieldKind, type FieldKind } from '../field-kind.ts';
import { Choice, Flag, Reference, Texts } from './choices.tsx';
import type { ControlProps } from './control-props.ts';
import { Amount, LongText, Secret, Text } from './texts.tsx';
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

const CONTROLS: Readonly<Record<FieldKind, ComponentType<ControlProps>>> = {
  reference: Reference,
  choice: Choice,
  flag: Flag,
  number: Amount,
  text: Text,
  'long-text': LongText,
  secret: Secret,
  texts: Texts,
  structure: YamlField,
};

/** One field of a form, by what fits its schema. */
export function Field({
  name,
  schema,
  value,
  error,
  isRequired,
  isDisabled,
  onChange,
}: FieldProps) {
  const Control = CONTROLS[fieldKind(name, schema)];
  const labels = {
    label: fieldTitle(name),
    description: schema.description,
    error,
    withAsterisk: isRequired,
    disabled: isDisabled,
  };
  return <Control name={name} schema={schema} labels={labels} value={value} onChange={onChange} />;
}
