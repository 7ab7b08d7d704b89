import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { CodeAreaProps } from './code-area.tsx';

export type CodeEditorProps = CodeAreaProps;

const LazyArea = lazy(async () => ({ default: (await import('./code-area.tsx')).CodeArea }));

/** An editor of YAML or plain text. Its code is loaded when the first one is shown. */
export function CodeEditor(props: CodeEditorProps) {
  return (
    <Suspense fallback={<Skeleton height={240} role="status" aria-label="Loading the editor" />}>
      <LazyArea {...props} />
    </Suspense>
  );
}
