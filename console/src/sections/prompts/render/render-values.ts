import { variablesIn } from '../text/variables-in.ts';

/** A variable that is asked for. */
export interface AskedVariable {
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean';
  readonly isRequired: boolean;
  /** What counts where nothing is given; undefined: nothing does. */
  readonly fallback: string | undefined;
}

export interface Declared {
  readonly name: string;
  readonly type?: string;
  readonly required?: boolean;
  readonly default?: string | null;
}

/** What a form asks for before a text is rendered: what is declared, then what the text has besides. */
export function askedOf(text: string, declared: readonly Declared[]): readonly AskedVariable[] {
  const names = new Set(declared.map(({ name }) => name));
  const others = variablesIn(text).filter((name) => !names.has(name));
  return [...declared, ...others.map((name): Declared => ({ name }))].map((one) => ({
    name: one.name,
    type: one.type === 'number' || one.type === 'boolean' ? one.type : 'string',
    isRequired: (one.required ?? true) && typeof one.default !== 'string',
    fallback: one.default ?? undefined,
  }));
}

/** What somebody typed, by name. */
export type Typed = Readonly<Record<string, string>>;

/** What is sent: values of their types; what is empty is not given. What is no number is sent as it is, so that the service says so. */
export function valuesOf(
  asked: readonly AskedVariable[],
  typed: Typed,
): Readonly<Record<string, string | number | boolean>> {
  return Object.fromEntries(
    asked.flatMap(({ name, type }): [string, string | number | boolean][] => {
      const text = typed[name] ?? '';
      if (text === '') return [];
      if (type === 'boolean') return [[name, text === 'true']];
      const number = Number(text);
      return [[name, type === 'number' && !Number.isNaN(number) ? number : text]];
    }),
  );
}
