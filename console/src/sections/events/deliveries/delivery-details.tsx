import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useApi, useCan } from '../../../api/runtime.tsx';
import { useAction } from '../../../ui/action/use-action.ts';
import { durationText } from '../../../ui/text/format-number.ts';
import { Moment } from '../../../ui/cells/moment.tsx';
import { idInPath } from '../../../address/id-in-path.ts';

export type Delivery = ApiSchemas['EventDelivery'];

export const DELIVERIES = '/api/v1/events/deliveries';

export const replayPath = ({ id }: Pick<Delivery, 'id'>): string =>
  `${DELIVERIES}/${idInPath(id)}/replay`;

/** How a delivery went, and a button that sends it again. */
export function DeliveryDetails({ record }: { readonly record: Delivery }) {
  const api = useApi();
  const act = useAction(DELIVERIES);
  const canReplay = useCan('event_subscriptions:write');
  const { last_attempt_at, next_attempt_at, response_code, response_ms, error } = record;
  const replay = () =>
    act(() => api.json(replayPath(record), { method: 'POST' }), 'The delivery is sent again.');
  return (
    <Stack gap="xs" py="xs" align="flex-start">
      {error !== null && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {error}
        </Text>
      )}
      <Group gap="md">
        <Text size="sm">
          Last attempt: <Moment at={last_attempt_at} />
        </Text>
        {next_attempt_at !== null && (
          <Text size="sm">
            Next attempt: <Moment at={next_attempt_at} />
          </Text>
        )}
        {response_code !== null && <Text size="sm">Answer: status {response_code}</Text>}
        {response_ms !== null && <Text size="sm">Answered in {durationText(response_ms)}</Text>}
      </Group>
      {canReplay && record.status !== 'delivering' && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={14} aria-hidden />}
          onClick={() => void replay()}
        >
          Send again
        </Button>
      )}
    </Stack>
  );
}
