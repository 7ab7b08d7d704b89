import { PasswordInput, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { ApiObject } from '../../../api/api-object.ts';
import { keptIn } from '../../schema/schema-facts.ts';
import { useFormFacts } from '../state/form-facts.ts';
import { isNothing, type FormValues } from '../values/form-values.ts';
import { defaultText, mapOf, textOf, textsOf, type ControlProps } from './control-props.ts';

/** A short text. */
export const Text = ({ schema, labels, value, onChange }: ControlProps) => (
  <TextInput
    {...labels}
    placeholder={defaultText(schema)}
    value={textOf(value)}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

/** A text of several lines. */
export const LongText = ({ labels, value, onChange }: ControlProps) => (
  <Textarea
    {...labels}
    autosize
    minRows={2}
    maxRows={24}
    value={textOf(value)}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

/** What is written and never shown again. Empty: what is stored stays. */
export function Secret({ name, path, beside, labels, value, onChange }: ControlProps) {
  const { object } = useFormFacts();
  const isStored = object !== undefined && isStoredAt(object, path, keptIn(name, beside.schema));
  return (
    <PasswordInput
      {...labels}
      autoComplete="new-password"
      placeholder={isStored ? 'Stored; type to replace' : undefined}
      visibilityToggleButtonProps={{ 'aria-label': `Show ${labels.label}` }}
      value={textOf(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** Whether the service has a secret: it says so, or names where it is kept. */
function isStoredAt(object: ApiObject, path: string, keptAs: string): boolean {
  const beside = path
    .split('.')
    .slice(0, -1)
    .reduce<FormValues>((at, step) => mapOf(at[step]), object);
  const isOnly = keptAs === 'secret_ref';
  return !isNothing(beside[keptAs]) || (isOnly && beside['secret_set'] === true);
}

/** Several texts. */
export const Texts = ({ labels, value, onChange }: ControlProps) => (
  <TagsInput
    {...labels}
    value={textsOf(value)}
    onChange={onChange}
    placeholder="Type, then Enter"
    acceptValueOnBlur
    clearable
    clearButtonProps={{ 'aria-label': `Clear ${labels.label}` }}
  />
);

/** Several numbers, in their order. What is no number is not taken. */
export const Numbers = ({ labels, value, onChange }: ControlProps) => (
  <TagsInput
    {...labels}
    value={textsOf(value)}
    onChange={(texts) => onChange(texts.map(Number).filter((one) => Number.isFinite(one)))}
    placeholder="Type a number, then Enter"
    acceptValueOnBlur
    allowDuplicates
    clearable
    clearButtonProps={{ 'aria-label': `Clear ${labels.label}` }}
  />
);
