import { yaml } from '@codemirror/lang-yaml';
import { unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, highlightSpecialChars, lineNumbers } from '@codemirror/view';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { codeTheme } from './code-theme.ts';
import type { CodeLanguage } from './code-view.ts';
import { pageNonce } from './page-nonce.ts';
import { visibleText } from '../ui/text/visible-text.ts';

export interface DiffAreaProps {
  readonly before: string;
  readonly after: string;
  readonly language: CodeLanguage;
  /** What is compared, for screen readers. */
  readonly label: string;
}

/** Lines that went and lines that came, marked by sign and colour, in the whole text. */
export function DiffArea({ before, after, language, label }: DiffAreaProps) {
  const scheme = useComputedColorScheme('light');
  const parent = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!parent.current) return undefined;
    const view = new EditorView({
      parent: parent.current,
      // What went is drawn without `highlightSpecialChars`.
      doc: visibleText(after),
      extensions: [
        EditorView.cspNonce.of(pageNonce(document)),
        highlightSpecialChars(),
        lineNumbers(),
        language === 'yaml' ? yaml() : [],
        codeTheme(scheme === 'dark'),
        EditorView.lineWrapping,
        EditorState.readOnly.of(true),
        EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true' }),
        signs,
        unifiedMergeView({ original: visibleText(before), mergeControls: false }),
      ],
    });
    return () => view.destroy();
  }, [before, after, language, label, scheme]);

  return <div ref={parent} />;
}

/** Signs before changed lines, since colour alone must not tell. */
const signs = EditorView.theme({
  '.cm-changedLine::before': { content: '"+ "', color: 'var(--mantine-color-green-light-color)' },
  'div.cm-deletedLine::before': { content: '"− "', color: 'var(--mantine-color-red-light-color)' },
});
