import { Button, Stack, Title } from '@mantine/core';
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
      <Button onClick={again}>Try again</Button>
    </Stack>
  );
}
