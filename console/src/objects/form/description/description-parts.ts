import type { FieldSchema } from '../../schema/form-schemas.ts';
import { choiceText } from '../../../ui/text/choice-text.ts';
import { camelCase } from '../../manifest/to-manifest.ts';
import { titleOf } from '../../schema/schema-facts.ts';

/** A piece of a description: words, or something as it is written. */
export interface DescriptionPart {
  readonly text: string;
  readonly isCode: boolean;
}

/** Names of fields in descriptions, as Kubernetes and as the API have them. */
const WORD = /[A-Za-z0-9_]+/g;

/** A field's description in the words of its form: other fields are called by their titles, and what stands in marks is written as it is. */
export function descriptionParts(
  description: string,
  { properties = {} }: FieldSchema,
): readonly DescriptionPart[] {
  const titles = new Map(
    Object.entries(properties).flatMap(([name, field]): [string, string][] => {
      const title = `“${titleOf(name, field)}”`;
      return [
        [name, title],
        [camelCase(name), title],
      ];
    }),
  );
  return description.split('`').flatMap((text, index): DescriptionPart[] => {
    if (text === '') return [];
    const isMarked = index % 2 === 1;
    if (!isMarked) return [{ text: withTitles(withChoices(text), titles), isCode: false }];
    const title = titles.get(text);
    return [{ text: title ?? text, isCode: title === undefined }];
  });
}

/** Values at the beginning of a sentence that is about them: `sse, http: its address.` */
const ABOUT = /(?<=^|[.;] )[a-z]+(?:_[a-z]+)*(?:, [a-z]+(?:_[a-z]+)*)*(?=: )/g;

const withChoices = (text: string): string =>
  text.replaceAll(ABOUT, (values) => values.split(', ').map(choiceText).join(', '));

/** Outside of marks, only words that nobody would write otherwise are names. */
const withTitles = (text: string, titles: ReadonlyMap<string, string>): string =>
  text.replaceAll(WORD, (word) => (/[a-z][A-Z]|_/.test(word) && titles.get(word)) || word);
