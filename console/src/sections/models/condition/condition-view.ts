import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { setDiagnostics } from '@codemirror/lint';
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightSpecialChars, keymap, placeholder } from '@codemirror/view';
import { codeTheme } from '../../../code/code-theme.ts';
import type { ConditionFault } from './condition-check.ts';
import { conditionCompletion, type FindValues } from './condition-completion.ts';

/** What the editor of a condition shows. */
export interface ConditionShown {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly fault: ConditionFault | undefined;
  readonly find: FindValues;
  readonly labels: { readonly label: string; readonly describedBy: string };
  readonly isDark: boolean;
  /** It is read, and not changed. */
  readonly isDisabled: boolean;
}

/** Marks changes that come from the page, not from whoever types. */
const fromPage = Annotation.define<true>();

/** An editor of one condition in the page, with completion. */
export class ConditionView {
  private readonly view: EditorView;
  private readonly settings = new Compartment();
  private shown: ConditionShown | undefined;

  constructor(parent: HTMLElement, nonce: string) {
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        extensions: [
          EditorView.cspNonce.of(nonce),
          standing((collection, typed) => this.find(collection, typed)),
          this.settings.of([]),
          EditorView.updateListener.of(({ docChanged, state, transactions }) => {
            const isTyped = transactions.every((one) => one.annotation(fromPage) !== true);
            if (docChanged && isTyped) this.shown?.onChange(state.doc.toString());
          }),
        ],
      }),
    });
  }

  show(next: ConditionShown): void {
    const before = this.shown;
    this.shown = next;
    if (!before || isOther(before, next)) {
      this.view.dispatch({ effects: this.settings.reconfigure(settingsOf(next)) });
    }
    this.showText(next.value);
    if (before?.fault !== next.fault) this.mark(next.fault);
  }

  destroy(): void {
    this.view.destroy();
  }

  private async find(collection: string, typed: string): Promise<readonly string[]> {
    return (await this.shown?.find(collection, typed)) ?? [];
  }

  private showText(value: string): void {
    const { doc } = this.view.state;
    if (doc.toString() === value) return;
    this.view.dispatch({
      changes: { from: 0, to: doc.length, insert: value },
      annotations: fromPage.of(true),
    });
  }

  private mark(fault: ConditionFault | undefined): void {
    const { state } = this.view;
    const end = state.doc.length;
    const from = Math.min(fault?.position ?? 0, Math.max(end - 1, 0));
    const marks = fault
      ? [{ from, to: end, message: fault.message, severity: 'error' as const }]
      : [];
    this.view.dispatch(setDiagnostics(state, marks));
  }
}

/** Whether its settings change, besides its text. */
const isOther = (before: ConditionShown, next: ConditionShown): boolean =>
  before.isDark !== next.isDark ||
  before.isDisabled !== next.isDisabled ||
  before.labels.label !== next.labels.label;

const standing = (find: FindValues): Extension => [
  history(),
  bracketMatching(),
  closeBrackets(),
  autocompletion({ override: [conditionCompletion(find)], icons: false }),
  highlightSpecialChars(),
  EditorView.lineWrapping,
  placeholder('Empty: every request. Try: team == research && stream == true'),
  keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
];

const settingsOf = ({ labels, isDark, isDisabled }: ConditionShown): Extension => [
  EditorState.readOnly.of(isDisabled),
  codeTheme(isDark),
  EditorView.theme({
    '.cm-content': { paddingBlock: '8px', minHeight: '60px' },
    '.cm-placeholder': { color: 'var(--mantine-color-dimmed)' },
    '.cm-tooltip': {
      color: 'var(--mantine-color-text)',
      backgroundColor: 'var(--mantine-color-body)',
      border: '1px solid var(--mantine-color-default-border)',
    },
    '.cm-completionDetail': { color: 'var(--mantine-color-dimmed)', fontStyle: 'normal' },
    '.cm-tooltip-autocomplete ul li[aria-selected]': {
      color: 'var(--mantine-color-text)',
      background: 'var(--mantine-color-default-hover)',
      outline: '2px solid var(--mantine-color-indigo-6)',
      outlineOffset: '-2px',
    },
  }),
  EditorView.contentAttributes.of({
    'aria-label': labels.label,
    'aria-describedby': labels.describedBy,
  }),
];
