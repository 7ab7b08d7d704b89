import { NumberInput, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { defaultText, textOf, type ControlProps } from './control-props.ts';

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
    value={textOf(value)}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

/** What is written and never shown again. */
export const Secret = ({ labels, value, onChange }: ControlProps) => (
  <PasswordInput
    {...labels}
    autoComplete="new-password"
    value={textOf(value)}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

/** A number. What is out of bounds is kept as it was typed, and the service says why it is refused. */
export const Amount = ({ schema, labels, value, onChange }: ControlProps) => (
  <NumberInput
    {...labels}
    allowDecimal={schema.type !== 'integer'}
    clampBehavior="none"
    thousandSeparator=","
    placeholder={defaultText(schema)}
    value={typeof value === 'number' ? value : ''}
    onChange={(next) => onChange(next === '' ? undefined : Number(next))}
  />
);
