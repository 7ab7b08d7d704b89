import { Skeleton, Stack } from '@mantine/core';

/** What stands where a page will be. */
export function PageSkeleton() {
  return (
    <Stack gap="md" role="status" aria-busy="true" aria-label="Loading">
      <Skeleton height={28} width={220} />
      <Skeleton height={36} />
      {[0, 1, 2, 3, 4, 5].map((line) => (
        <Skeleton key={line} height={24} />
      ))}
    </Stack>
  );
}
