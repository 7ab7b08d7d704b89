import { Alert, Button, List, Stack, Text, Title } from '@mantine/core';
import type { Variable } from '../prompt/prompt.ts';
import { differencesOf } from './variables-in.ts';

export interface VariableNotesProps {
  readonly text: string;
  readonly variables: readonly Variable[];
  /** Undefined: the text cannot be changed. */
  readonly onDeclare?: (variables: readonly Variable[]) => void;
}

/** The variables of a text, and what does not fit between the text and what is declared. */
export function VariableNotes({ text, variables, onDeclare }: VariableNotesProps) {
  const { undeclared, unused } = differencesOf(text, variables);
  const declare = (): void =>
    onDeclare?.([
      ...variables,
      ...undeclared.map((name): Variable => ({ name, type: 'string', required: true })),
    ]);
  return (
    <Stack gap="sm">
      <Title order={2} size="h5">
        Variables
      </Title>
      {variables.length === 0 && undeclared.length === 0 && (
        <Text size="sm">None yet. Write a name between two braces: {'{{name}}'}.</Text>
      )}
      {variables.length > 0 && (
        <List size="sm">
          {variables.map((variable) => (
            <List.Item key={variable.name}>{noteOf(variable)}</List.Item>
          ))}
        </List>
      )}
      {undeclared.length > 0 && (
        <Alert color="yellow" title="Not declared">
          <Stack gap="xs" align="flex-start">
            <Text size="sm">
              {undeclared.map((name) => `{{${name}}}`).join(', ')}{' '}
              {undeclared.length === 1 ? 'stands' : 'stand'} in the text and{' '}
              {undeclared.length === 1 ? 'is' : 'are'} not declared: any value is taken.
            </Text>
            {onDeclare && (
              <Button size="xs" variant="default" onClick={declare}>
                Declare {undeclared.length === 1 ? 'it' : 'them'}
              </Button>
            )}
          </Stack>
        </Alert>
      )}
      {unused.length > 0 && (
        <Text size="sm" c="dimmed">
          Declared, and not in the text: {unused.join(', ')}.
        </Text>
      )}
    </Stack>
  );
}

const KINDS = { string: 'text', number: 'number', boolean: 'yes or no' } as const;

function noteOf({ name, type, required, default: fallback }: Variable): string {
  const kind = KINDS[type];
  if (fallback !== undefined) return `${name}: ${kind}, "${fallback}" where none is given`;
  return required ? `${name}: ${kind}, required` : `${name}: ${kind}, may be left out`;
}
