import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { placeAt } from './condition-place.ts';
import { attributeOf, ATTRIBUTES, OPERATORS } from './condition-words.ts';

/** Finds ids of a collection that hold a text. */
export type FindValues = (collection: string, typed: string) => Promise<readonly string[]>;

/** Offers what may stand where the cursor is: attributes, operators, and values of the attribute before. */
export const conditionCompletion =
  (find: FindValues) =>
  async (context: CompletionContext): Promise<CompletionResult | null> => {
    const place = placeAt(context.state.doc.toString(), context.pos);
    const isAsked = context.explicit;
    switch (place.kind) {
      case 'attribute':
        if (place.word === '' && !isAsked) return null;
        return { from: place.from, options: ATTRIBUTE_OPTIONS, validFor: /^[\w.]*$/ };
      case 'operator':
        return { from: place.from, options: operatorsOf(place.attribute) };
      case 'value': {
        const options = await valuesOf(place.attribute, place.word, find);
        return options.length === 0 ? null : { from: place.from, options };
      }
      case 'join':
        return isAsked ? { from: place.from, options: place.isInList ? LIST_JOINS : JOINS } : null;
    }
  };

const ATTRIBUTE_OPTIONS: readonly Completion[] = [
  ...ATTRIBUTES.map(({ name, meaning }) => ({ label: name, detail: meaning })),
  { label: 'has', apply: 'has(', detail: 'whether it is there at all' },
];

const JOINS: readonly Completion[] = [
  { label: '&&', apply: '&& ', detail: 'and' },
  { label: '||', apply: '|| ', detail: 'or' },
];

const LIST_JOINS: readonly Completion[] = [
  { label: ',', apply: ', ', detail: 'and one more' },
  { label: ']', apply: '] ', detail: 'the end of the list' },
];

function operatorsOf(attribute: string): Completion[] {
  const type = attributeOf(attribute)?.type ?? 'text';
  return OPERATORS.filter(({ types }) => types.includes(type)).map(({ text, meaning }) => ({
    label: text,
    apply: text.endsWith('[') ? text : `${text} `,
    detail: meaning,
  }));
}

async function valuesOf(attribute: string, word: string, find: FindValues): Promise<Completion[]> {
  const values = attributeOf(attribute)?.values;
  if (values === undefined) return [];
  const found = typeof values === 'string' ? await find(values, bare(word)) : values;
  return found.map((value) => ({ label: quotedValue(value) }));
}

/** What was typed, without the quote that it began with. */
const bare = (word: string): string => word.replace(/^["']/, '');

const BARE = /^-?\w[\w.:/@-]*$/;

/** A value as a condition reads it: in quotes where it is no plain word. */
export const quotedValue = (value: string): string => {
  if (BARE.test(value)) return value;
  return value.includes('"') ? `'${value}'` : `"${value}"`;
};
