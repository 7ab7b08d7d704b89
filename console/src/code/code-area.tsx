import { useComputedColorScheme } from '@mantine/core';
import { CodeView, type CodeDiagnostic, type CodeLanguage } from './code-view.ts';
import type { CodeCompletion } from './completion.ts';
import { useEditorView } from './use-editor-view.ts';

export interface CodeAreaProps {
  readonly value: string;
  readonly onChange?: (value: string) => void;
  readonly language: CodeLanguage;
  readonly readOnly?: boolean;
  /** What is wrong, by lines; shown beside them. */
  readonly diagnostics?: readonly CodeDiagnostic[];
  /** What may be typed next; keep the same function while nothing of it changes. */
  readonly completion?: CodeCompletion | undefined;
  /** What it holds, for screen readers. */
  readonly label: string;
}

const NONE: readonly CodeDiagnostic[] = [];

/** The editor itself. The Tab key leaves it, so that nobody is caught inside. */
export function CodeArea(props: CodeAreaProps) {
  const {
    value,
    onChange,
    language,
    readOnly = false,
    diagnostics = NONE,
    completion,
    label,
  } = props;
  const scheme = useComputedColorScheme('light');
  const parent = useEditorView(CodeView, {
    value,
    onChange,
    language,
    readOnly,
    diagnostics,
    completion,
    label,
    isDark: scheme === 'dark',
  });
  return <div ref={parent} />;
}
