import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { TemplateAreaProps } from './template-area.tsx';

const LazyArea = lazy(async () => ({
  default: (await import('./template-area.tsx')).TemplateArea,
}));

/** An editor of a text with variables. Its code is loaded when the first one is shown. */
export const TemplateEditor = (props: TemplateAreaProps) => (
  <Suspense fallback={<Skeleton height={180} role="status" aria-label="Loading the editor" />}>
    <LazyArea {...props} />
  </Suspense>
);
