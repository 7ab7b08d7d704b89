import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { parse, stringify } from 'yaml';
import type { ControlProps } from './control-props.ts';

const yamlOf = (value: unknown): string =>
  value === undefined || value === null ? '' : stringify(value);

/** A list or a structure, written as YAML. What cannot be read stays as it was typed, and is said. */
export function YamlField({ labels, value, onChange }: ControlProps) {
  const [typed, setTyped] = useState(() => yamlOf(value));
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
      {...labels}
      error={fault ?? labels.error}
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
