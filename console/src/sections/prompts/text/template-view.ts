import { autocompletion, type CompletionContext } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  highlightSpecialChars,
  keymap,
  MatchDecorator,
  ViewPlugin,
  type DecorationSet,
  type ViewUpdate,
} from '@codemirror/view';
import { codeTheme } from '../../../code/code-theme.ts';
import { PLACEHOLDER } from './variables-in.ts';

/** What an editor of a prompt shows. */
export interface TemplateShown {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Names that are offered after two braces. */
  readonly variables: readonly string[];
  readonly isReadOnly: boolean;
  readonly isDark: boolean;
  readonly label: string;
}

/** An editor of a text with variables, which stand out. */
export class TemplateView {
  private readonly view: EditorView;
  private readonly settings = new Compartment();
  private shown: TemplateShown | undefined;

  constructor(parent: HTMLElement, nonce: string) {
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        extensions: [
          EditorView.cspNonce.of(nonce),
          history(),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          highlightSpecialChars(),
          EditorView.lineWrapping,
          marked,
          markedTheme,
          autocompletion({ override: [(context) => this.complete(context)] }),
          this.settings.of([]),
          EditorView.updateListener.of((update) => this.tell(update)),
        ],
      }),
    });
  }

  show(next: TemplateShown): void {
    const before = this.shown;
    this.shown = next;
    if (before?.isDark !== next.isDark || before.isReadOnly !== next.isReadOnly) {
      this.view.dispatch({ effects: this.settings.reconfigure(settingsOf(next)) });
    }
    const { doc } = this.view.state;
    if (doc.toString() === next.value) return;
    this.view.dispatch({ changes: { from: 0, to: doc.length, insert: next.value } });
  }

  destroy(): void {
    this.view.destroy();
  }

  private tell({ docChanged, state }: ViewUpdate): void {
    const text = state.doc.toString();
    if (docChanged && text !== this.shown?.value) this.shown?.onChange(text);
  }

  private complete(context: CompletionContext) {
    const begun = context.matchBefore(/\{\{[ \t]*\w*/);
    if (!begun) return null;
    const options = (this.shown?.variables ?? []).map((name) => ({
      ...{ label: name, apply: `{{${name}}}`, type: 'variable' },
    }));
    return { from: begun.from, options, filter: false };
  }
}

const settingsOf = ({ isReadOnly, isDark, label }: TemplateShown): Extension => [
  codeTheme(isDark),
  EditorState.readOnly.of(isReadOnly),
  EditorView.contentAttributes.of({
    'aria-label': label,
    'aria-readonly': String(isReadOnly),
  }),
];

const decorator = new MatchDecorator({
  regexp: PLACEHOLDER,
  decoration: Decoration.mark({ class: 'cm-prompt-variable' }),
});

/** Variables stand out from the text around them. */
const marked = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = decorator.createDeco(view);
    }

    update(update: ViewUpdate): void {
      this.decorations = decorator.updateDeco(update, this.decorations);
    }
  },
  { decorations: ({ decorations }) => decorations },
);

const markedTheme = EditorView.theme({
  '.cm-prompt-variable': {
    fontWeight: '600',
    borderRadius: '3px',
    color: 'var(--mantine-color-indigo-light-color)',
    backgroundColor: 'var(--mantine-color-indigo-light)',
  },
  '.cm-content': { minHeight: '160px', padding: '8px 4px' },
});
