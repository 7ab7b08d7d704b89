import { Select, Textarea, TextInput } from '@mantine/core';
import type { AskedVariable } from './render-values.ts';

export interface ValueFieldProps {
  readonly variable: AskedVariable;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}

/** One value of a text that is to be rendered. */
export function ValueField({ variable, value, error, onChange }: ValueFieldProps) {
  const { name, type, isRequired, fallback } = variable;
  const common = {
    label: name,
    withAsterisk: isRequired,
    error,
    ...(fallback !== undefined && { description: `Empty: ${fallback}` }),
  };
  if (type === 'boolean') {
    return (
      <Select
        {...common}
        data={[
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]}
        value={value === '' ? null : value}
        onChange={(next) => onChange(next ?? '')}
        clearable
        clearButtonProps={{ 'aria-label': `Clear ${name}` }}
      />
    );
  }
  if (type === 'number') {
    return (
      <TextInput
        {...common}
        inputMode="decimal"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  return (
    <Textarea
      {...common}
      autosize
      maxRows={8}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
