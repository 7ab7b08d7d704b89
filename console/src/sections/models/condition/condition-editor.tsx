import { Input, Skeleton, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useId, type ReactNode } from 'react';
import { useConditionFault } from './condition-check.ts';

const LazyArea = lazy(async () => ({
  default: (await import('./condition-area.tsx')).ConditionArea,
}));

export interface ConditionEditorProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label?: string;
  readonly description?: ReactNode;
  /** What else is wrong with it than that it cannot be read. */
  readonly error?: string | undefined;
  readonly isDisabled?: boolean;
}

/** Which requests a policy acts on: an editor with completion that says what is wrong while one types. */
export function ConditionEditor(props: ConditionEditorProps) {
  const { value, onChange, label = 'Which requests', description, isDisabled = false } = props;
  const fault = useConditionFault(value);
  const error = fault ? `Cannot be read: ${fault.message}` : props.error;
  const id = useId();
  return (
    <Stack gap={4} data-wrong={error === undefined ? undefined : true}>
      <Input.Label labelElement="div">{label}</Input.Label>
      {description !== undefined && (
        <Input.Description id={`${id}-description`}>{description}</Input.Description>
      )}
      <Suspense fallback={<Skeleton height={76} role="status" aria-label="Loading the editor" />}>
        <LazyArea
          {...{ value, onChange, fault, isDisabled }}
          labels={{
            label,
            describedBy: description === undefined ? id : `${id}-description ${id}`,
          }}
        />
      </Suspense>
      <Text id={id} size="xs" c={error === undefined ? 'dimmed' : 'red'} role="status">
        {error ?? 'Ctrl+Space offers what may come next.'}
      </Text>
    </Stack>
  );
}
