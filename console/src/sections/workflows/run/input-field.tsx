import { Select, Textarea, TextInput } from '@mantine/core';
import { visibleText } from '../../../ui/text/visible-text.ts';
import type { AskedInput } from './asked-inputs.ts';

export interface InputFieldProps {
  readonly asked: AskedInput;
  readonly value: string;
  /** What is wrong with it; undefined: nothing is known to be. */
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

const YES_OR_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
] as const;

const MONOSPACE = { input: { fontFamily: 'var(--mantine-font-family-monospace)' } } as const;

/** The field for one input of a workflow. */
export function InputField({ asked, value, error, onChange }: InputFieldProps) {
  const { kind, title, description, isRequired, options } = asked;
  const labels = { label: title, description, withAsterisk: isRequired, error };
  if (kind === 'boolean' || kind === 'choice') {
    const data = kind === 'boolean' ? YES_OR_NO : options;
    return (
      <Select
        {...labels}
        data={data.map((one) => ({ ...one, label: visibleText(one.label) }))}
        value={value === '' ? null : value}
        onChange={(next) => onChange(next ?? '')}
        clearable={!isRequired}
        clearButtonProps={{ 'aria-label': visibleText(`Clear ${title}`) }}
      />
    );
  }
  if (kind === 'number' || kind === 'integer') {
    return (
      <TextInput
        {...labels}
        inputMode={kind === 'integer' ? 'numeric' : 'decimal'}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  return (
    <Textarea
      {...labels}
      {...(kind === 'json' && { styles: MONOSPACE, placeholder: 'JSON', minRows: 3 })}
      autosize
      maxRows={16}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
