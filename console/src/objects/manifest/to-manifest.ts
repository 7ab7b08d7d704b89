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

/** What a kind has of its own. */
interface KindFacts {
  /** Fields that Kubernetes calls by another name than the camel case of the API's. */
  readonly specNames?: Readonly<Record<string, string>>;
  /** The field that the API names a new object by, where it has no slug. */
  readonly namedBy?: string;
  /** A field that the API fills in and people write for Kubernetes, with words in its place and how to find it. */
  readonly toFill?: { readonly field: string; readonly words: string; readonly how: string };
}

const KINDS: Readonly<Record<string, KindFacts>> = {
  Model: { specNames: { id: 'modelId' }, namedBy: 'id' },
  ModelDeprecation: { namedBy: 'model_name' },
  WorkflowTemplate: { namedBy: 'type' },
  APIKey: {
    toFill: {
      field: 'keyHash',
      words: '<SHA-256 of the key>',
      how: [
        '# The key itself stands nowhere. Make one, keep it, and put its SHA-256 into keyHash:',
        '#   KEY=aicp_$(openssl rand -hex 20); echo "$KEY"; printf %s "$KEY" | sha256sum',
        '',
      ].join('\n'),
    },
  },
};

/** What Kubernetes calls fields of the API, and without secrets: names of which people choose the keys stay as they are. */
function toSpec(
  schema: FieldSchema,
  fields: Fields,
  names: Readonly<Record<string, string>> = {},
): Record<string, unknown> {
  return Object.fromEntries(
    plainFields(schema).flatMap(([name, field]): [string, unknown][] => {
      const value = fields[name];
      if (value === undefined || value === null) return [];
      return [[names[name] ?? camelCase(name), specValue(field, value)]];
    }),
  );
}

/** Kubernetes keeps decimals exact: a whole one as a number, any other as text, without an exponent. */
const decimal = (value: number): number | string =>
  Number.isInteger(value)
    ? value
    : value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 9 });

function specValue(schema: FieldSchema, value: unknown): unknown {
  const { items, oneOf = [] } = schema;
  if (typeof value === 'number') return decimal(value);
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

/** An object as a manifest names it: by the rule by which the API makes ids. */
const nameOf = (object: Partial<ApiObject>, { namedBy = 'id' }: KindFacts): string => {
  const named = ['slug', namedBy, 'id', 'name'].map((field) => object[field]);
  const found = named.find((value): value is string => typeof value === 'string' && value !== '');
  const made = (found ?? '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, 55)
    .replace(/-$/, '');
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
  const facts = KINDS[resource.kind] ?? {};
  const { specNames = {}, toFill } = facts;
  const metadataName = nameOf(object, facts);
  const { fields, kept } = withReferences(schema, object, metadataName);
  const { id, name, ...others } = fields;
  // Kubernetes has a name of its own; what it calls otherwise in the spec is no id to it.
  const own = 'id' in specNames ? { id, ...others } : others;
  const spec = {
    ...(name === undefined ? {} : { displayName: name }),
    ...(toFill && { [toFill.field]: toFill.words }),
    ...toSpec(schema, own, specNames),
  };
  const text = stringify(
    {
      apiVersion: 'aicp.dev/v1alpha1',
      kind: resource.kind,
      metadata: { name: metadataName },
      spec,
    },
    { lineWidth: 0 },
  );
  return (toFill?.how ?? '') + kept.map(commandOf).join('') + text;
}
