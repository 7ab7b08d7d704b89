import { Alert, Button, Code, Group, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { visibleText } from '../text/visible-text.ts';
import { ApiProblem } from '../../api/problem.ts';

export interface ProblemAlertProps {
  readonly error: unknown;
  readonly title?: string;
  readonly onRetry?: () => void;
}

const titleOf = (error: unknown): string =>
  error instanceof ApiProblem ? error.title : 'Something went wrong';

/** Why something was not done, in the API's words, with the id by which its log line is found. */
export function ProblemAlert({ error, title, onRetry }: ProblemAlertProps) {
  const problem = error instanceof ApiProblem ? error : undefined;
  const message = visibleText(error instanceof Error ? error.message : 'Something went wrong.');
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle size={18} />}
      title={visibleText(title ?? titleOf(error))}
      role="alert"
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {message}
        </Text>
        {problem && problem.fields.length > 0 && (
          <List size="sm">
            {problem.fields.map(({ path, message: why }) => (
              <List.Item key={`${path} ${why}`}>
                <Code>{path}</Code> {why}
              </List.Item>
            ))}
          </List>
        )}
        <Group gap="xs">
          {onRetry && (
            <Button size="xs" variant="default" onClick={onRetry}>
              Try again
            </Button>
          )}
          {problem?.requestId && (
            <Text size="xs" c="dimmed">
              Request {problem.requestId}
            </Text>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}
