import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useKeptSearch } from '../../address/use-go.ts';
import { useCan } from '../../api/runtime.tsx';
import { wayOn, type Refused } from './way-on.ts';

/** What helps against a refusal, whom to ask, and the way to where that is done. */
export function WayOnNote({ refused }: { readonly refused: Refused }) {
  const canAsk = useCan('access_requests:write');
  const way = wayOn(refused);
  if (!way) return null;
  return (
    <Stack gap="xs" mt="xs" align="flex-start">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {way.text}
      </Text>
      {canAsk && way.tiers.length > 0 && (
        <Group gap="xs">
          {way.tiers.map((tier) => (
            <AskButton key={tier} tier={tier} />
          ))}
        </Group>
      )}
    </Stack>
  );
}

function AskButton({ tier }: { readonly tier: string }) {
  const search = { ...useKeptSearch(), tier };
  return (
    <Button
      size="xs"
      variant="default"
      renderRoot={(props) => (
        <Link {...props} to="/access-requests/_new" search={search as never} />
      )}
    >
      Ask for access to {tier}
    </Button>
  );
}
