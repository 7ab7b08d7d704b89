import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { yaml } from '@codemirror/lang-yaml';
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { searchKeymap } from '@codemirror/search';
import { Annotation, Compartment, EditorState, type Extension, type Text } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { codeTheme } from './code-theme.ts';
import { completionOf, type CodeCompletion } from './completion.ts';

export type CodeLanguage = 'yaml' | 'text';

/** Something wrong in a text. */
export interface CodeDiagnostic {
  /** From 1; a line that there is not counts as the last. */
  readonly line: number;
  readonly message: string;
}

/** What an editor shows. */
export interface CodeShown {
  readonly value: string;
  readonly onChange: ((value: string) => void) | undefined;
  readonly language: CodeLanguage;
  readonly readOnly: boolean;
  readonly diagnostics: readonly CodeDiagnostic[];
  /** What may be typed next. */
  readonly completion: CodeCompletion | undefined;
  readonly label: string;
  readonly isDark: boolean;
}

/** Marks changes that come from the page, not from whoever types. */
const fromPage = Annotation.define<true>();

/** An editor in the page. It is told what to show as often as that may have changed, and changes what differs. */
export class CodeView {
  private readonly view: EditorView;
  private readonly settings = new Compartment();
  private shown: CodeShown | undefined;

  constructor(parent: HTMLElement, nonce: string) {
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        extensions: [
          EditorView.cspNonce.of(nonce),
          standing(),
          this.settings.of([]),
          EditorView.updateListener.of(({ docChanged, state, transactions }) => {
            const isTyped = transactions.every((one) => one.annotation(fromPage) !== true);
            if (docChanged && isTyped) this.shown?.onChange?.(state.doc.toString());
          }),
        ],
      }),
    });
  }

  show(next: CodeShown): void {
    const before = this.shown;
    this.shown = next;
    if (!before || !hasSameSettings(before, next)) {
      this.view.dispatch({ effects: this.settings.reconfigure(settingsOf(next)) });
    }
    this.showText(next.value);
    if (before?.diagnostics !== next.diagnostics) this.mark(next.diagnostics);
  }

  destroy(): void {
    this.view.destroy();
  }

  private showText(value: string): void {
    const { doc } = this.view.state;
    if (doc.toString() === value) return;
    this.view.dispatch({
      changes: { from: 0, to: doc.length, insert: value },
      annotations: fromPage.of(true),
    });
  }

  private mark(diagnostics: readonly CodeDiagnostic[]): void {
    const { state } = this.view;
    const marks = diagnostics.map((one) => markOf(state.doc, one));
    this.view.dispatch(setDiagnostics(state, marks));
  }
}

function markOf(doc: Text, { line, message }: CodeDiagnostic): Diagnostic {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return { from, to, message, severity: 'error' };
}

const hasSameSettings = (a: CodeShown, b: CodeShown): boolean =>
  a.language === b.language &&
  a.readOnly === b.readOnly &&
  a.label === b.label &&
  a.completion === b.completion &&
  a.isDark === b.isDark;

/** What all editors have. */
const standing = (): Extension => [
  highlightSpecialChars(),
  lineNumbers(),
  foldGutter(),
  lintGutter(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  EditorView.lineWrapping,
  keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...foldKeymap, ...lintKeymap]),
];

const settingsOf = (shown: CodeShown): Extension => [
  shown.language === 'yaml' ? yaml() : [],
  shown.completion && !shown.readOnly ? completionOf(shown.completion) : [],
  codeTheme(shown.isDark),
  EditorState.readOnly.of(shown.readOnly),
  EditorView.contentAttributes.of({
    'aria-label': shown.label,
    'aria-readonly': String(shown.readOnly),
  }),
];
