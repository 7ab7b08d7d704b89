import { stringify } from 'yaml';
import type { Resource } from '../../resources/resource-table.ts';
import type { FieldSchema } from '../schema/form-schemas.ts';
import type { ApiObject } from '../../api/api-object.ts';
import { isFree, isSecret, keptIn, plainFields, titleOf } from '../schema/schema-facts.ts';

/** The API's names, and those of Kubernetes: `max_budget` is `maxBudget`. */
export const camelCase = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

type Fields = Readonly<Record<string, unknown>>;

const isMap = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What Kubernetes calls fields of the API, and without secrets: names of which people choose the keys stay as they are. */
function toSpec(schema: FieldSchema, fields: Fields): Record<string, unknown> {
  return Object.fromEntries(
    plainFields(schema).flatMap(([name, field]): [string, unknown][] => {
      const value = fields[name];
      if (value === undefined || value === null) return [];
      return [[camelCase(name), specValue(field, value)]];
    }),
  );
}

function specValue(schema: FieldSchema, value: unknown): unknown {
  const { items, oneOf = [] } = schema;
  if (Array.isArray(value)) return items ? value.map((item) => specValue(items, item)) : value;
  if (!isMap(value)) return value;
  const known = schema.properties ? schema : oneOf.find(({ properties }) => properties);
  return known && !isFree(known) ? toSpec(known, value) : value;
}

/** A secret that was typed, and where a manifest says that it is kept. */
interface KeptSecret {
  /** What people call it. */
  readonly title: string;
  readonly secret: string;
  readonly key: string;
}

interface WithoutSecrets {
  readonly fields: Fields;
  readonly kept: readonly KeptSecret[];
}

/** The same fields with references to Secrets in the place of secrets. */
function withReferences(schema: FieldSchema, fields: Fields, owner: string): WithoutSecrets {
  const kept: KeptSecret[] = [];
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    const field = schema.properties?.[name] ?? {};
    if (isSecret(field)) {
      const key = name.replaceAll('_', '-');
      kept.push({ title: titleOf(name, field), secret: owner, key });
      result[keptIn(name, schema)] = { name: owner, key };
    } else if (isMap(value) && field.properties) {
      const inside = withReferences(field, value, owner);
      kept.push(...inside.kept);
      result[name] = inside.fields;
    } else {
      result[name] ??= value;
    }
  }
  return { fields: result, kept };
}

const commandOf = ({ title, secret, key }: KeptSecret): string =>
  [
    `# ${title}: not in here. Kubernetes keeps it in a Secret, which you make first:`,
    `#   kubectl create secret generic ${secret} --from-literal=${key}=<${title}>`,
    '',
  ].join('\n');

/** An object as a manifest names it: the API makes ids of names in the same way. */
const nameOf = ({ id, name }: Partial<ApiObject>): string => {
  const made = (id ?? name ?? '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '');
  return made === '' ? 'example' : made;
};

/**
 * An object, or a draft of one, as a manifest for kubectl. It never holds a secret: where one was typed, it refers to a Secret, and begins with the command that makes it.
 */
export function toManifest(
  resource: Pick<Resource, 'kind'>,
  object: Partial<ApiObject>,
  schema: FieldSchema,
): string {
  const metadataName = nameOf(object);
  const { fields, kept } = withReferences(schema, object, metadataName);
  const { id: _id, name, ...others } = fields;
  // Kubernetes has a name of its own.
  const spec = toSpec(schema, others);
  const text = stringify(
    {
      apiVersion: 'aicp.dev/v1alpha1',
      kind: resource.kind,
      metadata: { name: metadataName },
      spec: name === undefined ? spec : { displayName: name, ...spec },
    },
    { lineWidth: 0 },
  );
  return kept.map(commandOf).join('') + text;
}
