import type { FieldSchema } from './form-schemas.ts';
import { isSecret } from './schema-facts.ts';

type Fields = Readonly<Record<string, unknown>>;

const isMap = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a form holds, in two parts. */
export interface Parted {
  /** What may be shown. */
  readonly plain: Fields;
  /** Secrets that were typed, where they stand. */
  readonly secrets: Fields;
}

/** Takes the secrets out of what a form holds. */
export function partSecrets(schema: FieldSchema, fields: Fields): Parted {
  const plain: Record<string, unknown> = {};
  const secrets: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const field = schema.properties?.[name] ?? {};
    if (isSecret(field)) {
      secrets[name] = value;
    } else if (isMap(value) && field.properties) {
      const inside = partSecrets(field, value);
      plain[name] = inside.plain;
      if (Object.keys(inside.secrets).length > 0) secrets[name] = inside.secrets;
    } else {
      plain[name] = value;
    }
  }
  return { plain, secrets };
}

/** Puts the secrets back where they stood. */
export function joinSecrets({ plain, secrets }: Parted): Fields {
  const joined: Record<string, unknown> = { ...plain };
  for (const [name, value] of Object.entries(secrets)) {
    const beside = joined[name];
    joined[name] =
      isMap(value) && isMap(beside) ? joinSecrets({ plain: beside, secrets: value }) : value;
  }
  return joined;
}
