import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ApiObject, Condition } from '../../../api/api-object.ts';

const SAID: readonly { readonly type: string; readonly when: string; readonly title: string }[] = [
  { type: 'Reachable', when: 'False', title: 'It does not answer' },
  { type: 'ToolsChanged', when: 'True', title: 'Tools have changed' },
];

/** What the conditions of a server say that needs somebody. */
export const ServerSummary = ({ object }: { readonly object: ApiObject }) =>
  SAID.flatMap(({ type, when, title }) => {
    const found = object.conditions?.find((one) => one.type === type && one.status === when);
    return found ? [<Said key={type} title={title} condition={found} />] : [];
  });

interface SaidProps {
  readonly title: string;
  readonly condition: Condition;
}

const Said = ({ title, condition }: SaidProps) => (
  <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />} title={title}>
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {condition.message}
    </Text>
  </Alert>
);
