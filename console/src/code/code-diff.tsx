import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { DiffAreaProps } from './diff-area.tsx';

export type CodeDiffProps = DiffAreaProps;

const LazyDiff = lazy(async () => ({ default: (await import('./diff-area.tsx')).DiffArea }));

/** What changed between two texts, one below the other, to read. Its code is loaded when the first one is shown. */
export function CodeDiff(props: CodeDiffProps) {
  return (
    <Suspense
      fallback={<Skeleton height={160} role="status" aria-label="Loading the comparison" />}
    >
      <LazyDiff {...props} />
    </Suspense>
  );
}
