import type { FieldSchema } from '../form-schemas.ts';

/** By what a field is asked for. */
export type FieldKind =
  | 'choice'
  | 'flag'
  | 'number'
  | 'text'
  | 'long-text'
  | 'secret'
  | 'texts'
  | 'reference'
  | 'structure';

/** Fields that name objects, and the collections that these are in. */
export const REFERENCES: Readonly<Record<string, string>> = {
  organization_id: '/api/v1/organizations',
  team_id: '/api/v1/teams',
  provider: '/api/v1/providers',
};

const SECRETS = new Set(['api_key', 'secret']);
const LONG = new Set(['description', 'template_text', 'condition', 'trigger_condition', 'message']);

const typeOf = ({ type }: FieldSchema): string | undefined =>
  typeof type === 'string' ? type : type?.find((one) => one !== 'null');

/** How to ask for a field. What has no simple form is written as YAML. */
export function fieldKind(name: string, schema: FieldSchema): FieldKind {
  if (Object.hasOwn(REFERENCES, name)) return 'reference';
  if (schema.writeOnly === true || SECRETS.has(name)) return 'secret';
  if (schema.enum) return 'choice';
  return kindOfType(name, schema);
}

const BY_TYPE: Readonly<Record<string, FieldKind>> = {
  boolean: 'flag',
  integer: 'number',
  number: 'number',
  string: 'text',
};

function kindOfType(name: string, schema: FieldSchema): FieldKind {
  const type = typeOf(schema) ?? '';
  if (type === 'string' && LONG.has(name)) return 'long-text';
  if (type === 'array' && schema.items && typeOf(schema.items) === 'string') return 'texts';
  return BY_TYPE[type] ?? 'structure';
}
