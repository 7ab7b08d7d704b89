import { Button, Group, Stack, Title } from '@mantine/core';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { ProblemAlert } from './problem-alert.tsx';

/** What stands where a page could not be shown. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const again = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Stack gap="md" align="flex-start">
      <Title order={1}>This page could not be shown</Title>
      <ProblemAlert error={error} />
      <Group>
        <Button onClick={again}>Try again</Button>
        {/* After an upgrade, the files of the page that is open are not there any more. */}
        <Button variant="default" onClick={() => window.location.reload()}>
          Load the page anew
        </Button>
      </Group>
    </Stack>
  );
}
