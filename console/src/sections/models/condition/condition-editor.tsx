import { Input, Skeleton, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useId } from 'react';
import { useConditionFault } from './condition-check.ts';

const LazyArea = lazy(async () => ({
  default: (await import('./condition-area.tsx')).ConditionArea,
}));

export interface ConditionEditorProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Which requests a policy acts on: an editor with completion that says what is wrong while one types. */
export function ConditionEditor({ value, onChange }: ConditionEditorProps) {
  const fault = useConditionFault(value);
  const id = useId();
  return (
    <Stack gap={4}>
      <Input.Label labelElement="div">Which requests</Input.Label>
      <Suspense fallback={<Skeleton height={76} role="status" aria-label="Loading the editor" />}>
        <LazyArea
          value={value}
          onChange={onChange}
          fault={fault}
          labels={{ label: 'Which requests', describedBy: id }}
        />
      </Suspense>
      <Text id={id} size="xs" c={fault ? 'red' : 'dimmed'} role="status">
        {fault ? `Cannot be read: ${fault.message}` : 'Ctrl+Space offers what may come next.'}
      </Text>
    </Stack>
  );
}
