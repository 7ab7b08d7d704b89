import type { FieldSchema } from './form-schemas.ts';
import type { FieldGroup, ObjectDefinition } from '../kit/object-definition.ts';

/** The groups of a form, and the fields that none of them names. */
export interface FormGroups {
  readonly groups: readonly FieldGroup[];
  readonly rest: readonly string[];
}

/** Which fields are asked for, and together with which. Words that stand for other fields are not. */
export function formGroups(
  { groups }: Pick<ObjectDefinition, 'groups'>,
  { properties = {} }: FieldSchema,
  isAsked: (name: string) => boolean,
): FormGroups {
  const asked = Object.entries(properties)
    .filter(([name, field]) => field['x-aicp-synonym-of'] === undefined && isAsked(name))
    .map(([name]) => name);
  const known = groups
    .map(({ title, fields }) => ({ title, fields: fields.filter((name) => asked.includes(name)) }))
    .filter(({ fields }) => fields.length > 0);
  const named = new Set(known.flatMap(({ fields }) => fields));
  return { groups: known, rest: asked.filter((name) => !named.has(name)) };
}
