import { Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { parse, stringify } from 'yaml';

export interface YamlFieldProps {
  readonly label: string;
  readonly description?: ReactNode;
  readonly error?: ReactNode;
  readonly disabled: boolean;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : stringify(value);

/** A list or a structure, written as YAML. What cannot be read stays as it was typed, and is said. */
export function YamlField({
  label,
  description,
  error,
  disabled,
  value,
  onChange,
}: YamlFieldProps) {
  const [typed, setTyped] = useState(() => textOf(value));
  const [fault, setFault] = useState<string>();
  const take = (text: string) => {
    setTyped(text);
    try {
      onChange(text.trim() === '' ? undefined : parse(text, { maxAliasCount: 0 }));
      setFault(undefined);
    } catch (problem) {
      setFault(
        problem instanceof Error ? (problem.message.split('\n')[0] ?? '') : 'It cannot be read.',
      );
    }
  };
  return (
    <Textarea
      label={label}
      description={description}
      error={fault ?? error}
      disabled={disabled}
      autosize
      minRows={3}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      placeholder="YAML"
      spellCheck={false}
      value={typed}
      onChange={(event) => take(event.currentTarget.value)}
    />
  );
}
