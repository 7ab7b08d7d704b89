import { Anchor, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';

export function NotFound() {
  return (
    <Stack gap="xs" align="flex-start">
      <Title order={1}>Nothing here</Title>
      <Text>There is no page at this address, or it belongs to somebody else.</Text>
      <Anchor component={Link} to="/">
        Go to the dashboard
      </Anchor>
    </Stack>
  );
}
