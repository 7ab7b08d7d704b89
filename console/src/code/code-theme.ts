import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

interface Colors {
  readonly key: string;
  readonly text: string;
  readonly number: string;
  readonly comment: string;
  readonly mark: string;
}

const LIGHT: Colors = {
  key: '#174ea6',
  text: '#14632a',
  number: '#8a3800',
  comment: '#565d64',
  mark: '#495057',
};
const DARK: Colors = {
  key: '#a5d8ff',
  text: '#8ce99a',
  number: '#ffc078',
  comment: '#b0b6bc',
  mark: '#ced4da',
};

/** Colours and sizes of editors, in the scheme of the page. Contrasts reach WCAG AA. */
export function codeTheme(isDark: boolean): Extension {
  return [
    EditorView.theme(
      {
        '&': {
          fontSize: 'var(--mantine-font-size-sm)',
          color: 'var(--mantine-color-text)',
          backgroundColor: 'var(--mantine-color-body)',
          border: '1px solid var(--mantine-color-default-border)',
          borderRadius: 'var(--mantine-radius-sm)',
        },
        '&.cm-focused': { outline: '2px solid var(--mantine-color-indigo-6)' },
        '.cm-scroller': {
          fontFamily: 'var(--mantine-font-family-monospace)',
          maxHeight: '65vh',
          overflow: 'auto',
        },
        '.cm-gutters': {
          color: 'var(--mantine-color-dimmed)',
          backgroundColor: 'var(--mantine-color-body)',
          borderInlineEnd: '1px solid var(--mantine-color-default-border)',
        },
        '.cm-content': { caretColor: 'var(--mantine-color-text)' },
        '.cm-cursor': { borderInlineStartColor: 'var(--mantine-color-text)' },
        '.cm-tooltip': {
          color: 'var(--mantine-color-text)',
          backgroundColor: 'var(--mantine-color-body)',
          border: '1px solid var(--mantine-color-default-border)',
          borderRadius: 'var(--mantine-radius-sm)',
        },
        '.cm-tooltip.cm-completionInfo': { maxWidth: '320px', padding: '6px 10px' },
        '.cm-tooltip-autocomplete > ul': {
          fontFamily: 'var(--mantine-font-family-monospace)',
          maxWidth: 'min(480px, 85vw)',
        },
        '.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px' },
        '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
          color: 'var(--mantine-color-indigo-light-color)',
          backgroundColor: 'var(--mantine-color-indigo-light)',
        },
        '.cm-completionDetail': {
          fontFamily: 'var(--mantine-font-family)',
          fontStyle: 'normal',
          color: 'var(--mantine-color-dimmed)',
        },
        '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
      },
      { dark: isDark },
    ),
    syntaxHighlighting(highlight(isDark ? DARK : LIGHT)),
  ];
}

const highlight = ({ key, text, number, comment, mark }: Colors): HighlightStyle =>
  HighlightStyle.define([
    { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: key },
    { tag: [tags.string, tags.special(tags.string), tags.content], color: text },
    { tag: [tags.number, tags.bool, tags.null, tags.keyword, tags.typeName], color: number },
    { tag: tags.comment, color: comment, fontStyle: 'italic' },
    { tag: [tags.punctuation, tags.separator, tags.meta, tags.labelName], color: mark },
  ]);
