import type { SearchParams } from '../../../app/search-params.ts';
import type { FieldSchema } from '../../form-schemas.ts';
import { fieldKind } from '../../schema/field-kind.ts';
import { plainFields } from '../../schema/schema-facts.ts';
import type { FormValues } from '../form-values.ts';

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
function valueOf(name: string, schema: FieldSchema, text: string): unknown {
  switch (fieldKind(name, schema)) {
    case 'number':
      return numberOf(text);
    case 'flag':
      return FLAGS[text];
    case 'choice':
      return schema.enum?.includes(text) === true ? text : undefined;
    case 'texts':
    case 'choices':
    case 'references':
      return text.split(',').filter((one) => one !== '');
    case 'numbers':
      return text.split(',').flatMap((one) => numberOf(one) ?? []);
    case 'pairs':
    case 'group':
    case 'rows':
    case 'structure':
    case 'secret':
      return undefined;
    default:
      return text;
  }
}

const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false };

function numberOf(text: string): number | undefined {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}
