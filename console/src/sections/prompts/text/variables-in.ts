import type { Variable } from '../prompt/prompt.ts';

/** What stands for a value: `{{name}}`, blanks inside the braces or none. */
export const PLACEHOLDER = /\{\{[ \t]*([A-Za-z_][A-Za-z0-9_]*)[ \t]*\}\}/g;

/** The names of the variables that a text has, each once, in their order. */
export const variablesIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)),
];

/** Variables that a text has and nobody declared, and those that are declared and that it has not. */
export function differencesOf(text: string, declared: readonly Pick<Variable, 'name'>[]) {
  const used = variablesIn(text);
  const names = declared.map(({ name }) => name);
  return {
    undeclared: used.filter((name) => !names.includes(name)),
    unused: names.filter((name) => !used.includes(name)),
  };
}
