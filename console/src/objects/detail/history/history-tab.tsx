import { Button, Group, Stack, Text, Timeline } from '@mantine/core';
import { useState } from 'react';
import { ApiProblem } from '../../../api/problem.ts';
import { Moment } from '../../../ui/cells/moment.tsx';
import { PageSkeleton } from '../../../ui/states/page-skeleton.tsx';
import { ProblemAlert } from '../../../ui/states/problem-alert.tsx';
import type { ApiObject } from '../../../api/api-object.ts';
import type { ObjectDefinition } from '../../kit/object-definition.ts';
import { ChangedFields } from './changed-fields-table.tsx';
import { actionText, fieldsOf, sourceText, whoText, type HistoryEntry } from './history-texts.ts';
import { useHistory } from './use-history.ts';

export interface HistoryTabProps {
  readonly definition: ObjectDefinition;
  readonly object: ApiObject;
}

/** So many entries are shown at first, and so many more each time; the API tells 500 at most. */
const STEP = 25;
const MOST = 500;

/** Who changed an object, when, and which fields. */
export function HistoryTab({ definition, object }: HistoryTabProps) {
  const [limit, setLimit] = useState(STEP);
  const { data, error, refetch } = useHistory(definition.resource, object.id, limit);
  if (error instanceof ApiProblem && (error.status === 403 || error.status === 404)) {
    return (
      <Text size="sm">You have no right to read who changed this {definition.resource.noun}.</Text>
    );
  }
  if (error) return <ProblemAlert error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  if (data.length === 0) return <Text size="sm">No change is recorded.</Text>;
  return (
    <Stack gap="md" align="flex-start">
      <Timeline bulletSize={14} lineWidth={2} active={data.length} w="100%">
        {data.map((entry) => (
          <Timeline.Item key={entry.id}>
            <Entry entry={entry} />
          </Timeline.Item>
        ))}
      </Timeline>
      {data.length >= limit && limit < MOST && (
        <Button variant="default" onClick={() => setLimit(Math.min(limit + STEP, MOST))}>
          Show older changes
        </Button>
      )}
    </Stack>
  );
}

function Entry({ entry }: { readonly entry: HistoryEntry }) {
  const fields = fieldsOf(entry);
  return (
    <Stack gap={4}>
      <Group gap={6}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Text span fw={600} inherit>
            {actionText(entry.action)}
          </Text>{' '}
          by {whoText(entry)}, {sourceText(entry.source)}
        </Text>
        <Text size="sm" c="dimmed" component="span">
          <Moment at={entry.timestamp} />
        </Text>
      </Group>
      {fields.length > 0 && <ChangedFields fields={fields} />}
      {entry.request_id !== null && (
        <Text size="xs" c="dimmed">
          Request {entry.request_id}
        </Text>
      )}
    </Stack>
  );
}
