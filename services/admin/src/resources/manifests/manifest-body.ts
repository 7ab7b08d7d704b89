import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { snakeCase, wireName } from '@aicp/crds/kit/wire-name';
import type { Collection, Spec } from '../collection.ts';

type Body = Readonly<Record<string, unknown>>;

/** A spec as the body of a JSON request that creates the object. Values of a wrong type stay as they are, for the schema to judge. */
export const creationBody = ({ kind }: Collection, spec: Spec): Body =>
  fieldsOf({ schema: kind.structural.spec, spec, names: (field) => wireName(kind, field) });

/**
 * A spec as the body of a JSON request that leaves nothing else there: null stands for every field that it does not have, at every depth.
 * What the collection does not take in bodies is left alone.
 */
export function replacementBody({ kind, hidden = [], fixed = [] }: Collection, spec: Spec): Body {
  const kept = new Set([...hidden, ...fixed]);
  const schema = kind.structural.spec;
  return fieldsOf({ schema, spec, names: (field) => wireName(kind, field), kept });
}

interface Fields {
  readonly schema: StructuralSchema;
  readonly spec: Spec;
  readonly names: (field: string) => string;
  /** Fields that are not removed; without it, none is. */
  readonly kept?: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

function fieldsOf({ schema, spec, names, kept }: Fields): Record<string, unknown> {
  const fields = Object.entries(schema.properties ?? {});
  const removed = fields.filter(([field]) => kept?.has(field) === false);
  // Two fields of one wire name are two forms of the same: what is there stands over what is not.
  const present = fields.filter(([field]) => spec[field] !== undefined);
  return Object.fromEntries([
    ...removed.map(([field]) => [names(field), null] as const),
    ...present.map(([field, child]) => [names(field), valueOf(child, spec[field], kept)] as const),
  ]);
}

function valueOf(
  schema: StructuralSchema,
  value: unknown,
  kept: ReadonlySet<string> | undefined,
): unknown {
  const { items, properties, additionalProperties } = schema;
  // A list is replaced as a whole: nothing in it needs to be removed.
  if (Array.isArray(value)) {
    return items ? value.map((item) => valueOf(items, item, undefined)) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const spec = value as Spec;
  if (properties) {
    return fieldsOf({ schema, spec, names: snakeCase, ...(kept ? { kept: NONE } : {}) });
  }
  if (!additionalProperties) return value;
  return Object.fromEntries(
    Object.entries(spec).map(([key, one]) => [key, valueOf(additionalProperties, one, undefined)]),
  );
}
