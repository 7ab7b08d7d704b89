import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Snippet } from '../../../ui/snippet.tsx';

export type EventRecord = ApiSchemas['Event'];

/** What an event said, and the way to its deliveries. */
export function EventDetails({ record }: { readonly record: EventRecord }) {
  return (
    <Stack gap="xs" py="xs">
      <Text size="sm">
        {record.attempts === 0 ? 'Nothing was sent.' : `Sent in ${record.attempts} attempts. `}{' '}
        <Anchor
          inherit
          renderRoot={(props) => (
            <Link {...props} to="/deliveries" search={{ event: record.id } as never} />
          )}
        >
          See its deliveries
        </Anchor>
      </Text>
      <Snippet title="What it tells" text={JSON.stringify(record.payload, null, 2)} />
    </Stack>
  );
}
