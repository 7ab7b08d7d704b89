import type { SearchParams } from '../../../address/search-params.ts';
import type { FieldSchema } from '../../schema/form-schemas.ts';
import { fieldKind, type FieldKind } from '../../schema/field-kind.ts';
import { plainFields } from '../../schema/schema-facts.ts';
import type { FormValues } from '../values/form-values.ts';

/** What a form for a new object begins with, out of the page's address: `?role=member&allowed_models=a,b`. The organization that is looked at is its own, unless another one is named. Secrets are not taken from an address. */
export const prefill = (schema: FieldSchema, params: SearchParams): FormValues =>
  Object.fromEntries(
    plainFields(schema).flatMap(([name, field]): [string, unknown][] => {
      const text = params[name] ?? (name === 'organization_id' ? params['org'] : undefined);
      const value = text === undefined ? undefined : valueOf(name, field, text);
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** Undefined where the text is none of the field's values. */
const valueOf = (name: string, schema: FieldSchema, text: string): unknown =>
  READERS[fieldKind(name, schema)]?.(text, schema);

type Reader = (text: string, schema: FieldSchema) => unknown;

const asText: Reader = (text) => text;
const asTexts: Reader = (text) => text.split(',').filter((one) => one !== '');

/** Kinds of field that are not here are not asked for by one text. */
const READERS: Readonly<Partial<Record<FieldKind, Reader>>> = {
  text: asText,
  'long-text': asText,
  moment: asText,
  date: asText,
  reference: asText,
  texts: asTexts,
  choices: asTexts,
  references: asTexts,
  choice: (text, schema) => (schema.enum?.includes(text) === true ? text : undefined),
  flag: (text) => FLAGS[text],
  number: (text) => numberOf(text),
  numbers: (text) => text.split(',').flatMap((one) => numberOf(one) ?? []),
};

const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false };

function numberOf(text: string): number | undefined {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}
