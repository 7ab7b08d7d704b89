import type { KindDefinition } from '@aicp/crds/kit/kind';
import { kinds } from '@aicp/crds/kinds';
import { wireName } from '@aicp/crds/kit/wire-name';
import { readSchema, writeSchema } from '@aicp/crds/kit/wire-schema';
import { z } from 'zod';
import { documented, type JsonSchema, orNull } from '@aicp/api-kit/route/documented';
import { COMMON_NAMES } from './answer-object.ts';
import type { Collection } from './collection.ts';

/** Where the API has the objects of a kind; `{id}` in it is the organization. */
const pathOf = (kind: string): string | undefined => {
  const api = kinds.find((one) => one.kind === kind)?.api;
  return api && `/api/v1/${api.path}`;
};

type Properties = Record<string, JsonSchema>;

/** The schemas of a collection, as the API's documentation shows them: what is answered, what creates, what changes. */
export function schemasOf(collection: Collection) {
  const made = known.get(collection) ?? makeSchemas(collection);
  known.set(collection, made);
  return made;
}

/** They are made once for each collection, since a name among the components stands for one schema object. */
const known = new WeakMap<Collection, ReturnType<typeof makeSchemas>>();

function makeSchemas(collection: Collection) {
  const { kind } = collection;
  const answered = documented(answeredSchema(collection), kind.kind);
  return {
    answered,
    listed: z.array(answered),
    created: documented(created(collection), `${kind.kind}Create`),
    changed: documented(changedSchema(collection), `${kind.kind}Update`),
  };
}

const propertiesOf = (schema: JsonSchema): Properties => (schema['properties'] ?? {}) as Properties;

/** What is answered of an object. */
export function answeredSchema(collection: Collection): JsonSchema {
  const { kind, hidden, additions } = collection;
  const { required, ...schema } = readSchema(kind, pathOf);
  const own = without(propertiesOf(schema), wireNames(kind, hidden));
  const properties = { ...own, ...additions?.schemas };
  const withheld = withheldOf(collection, required as readonly string[]);
  const told = withheld.map((name) => [name, partlyTold(properties[name])]);
  return {
    ...schema,
    required: (required as readonly string[]).filter((name) => !withheld.includes(name)),
    properties: { ...properties, ...Object.fromEntries(told) },
  };
}

/** Of the fields that every object has, those that not every reader is answered. */
const withheldOf = ({ outward }: Collection, required: readonly string[]): readonly string[] =>
  outward ? required.filter((name) => !outward.fields.includes(name)) : [];

const partlyTold = (schema: JsonSchema = {}): JsonSchema => ({
  ...schema,
  description: `${String(schema['description'])} Not answered to organizations.`,
});

function created(collection: Collection): JsonSchema {
  const { kind, required = [] } = collection;
  const { required: ofKind = [], ...schema } = writeSchema(kind, pathOf);
  const names = new Set([...(ofKind as string[]), ...required]);
  for (const name of unwritten(collection)) names.delete(name);
  return closed({
    ...schema,
    properties: written(collection, propertiesOf(schema)),
    ...(names.size > 0 ? { required: [...names] } : {}),
  });
}

/** What changes an object. */
export function changedSchema(collection: Collection): JsonSchema {
  const { required: _, ...schema } = writeSchema(collection.kind, pathOf);
  const properties = written(collection, propertiesOf(schema));
  const nullable = Object.entries(properties).map(([name, one]) => [name, orNull(one)]);
  return closed({ ...schema, properties: Object.fromEntries(nullable) as Properties });
}

/** Fields that bodies may hold: the written ones, their other names, and what answers hold, which is passed over. */
function written(collection: Collection, properties: Properties): Properties {
  const { synonyms = {}, additions } = collection;
  const fields = without(properties, unwritten(collection));
  const others = Object.entries(synonyms).map(([name, field]) => [
    name,
    { ...fields[field], 'x-aicp-synonym-of': field },
  ]);
  const passedOver = [...COMMON_NAMES, ...Object.keys(additions?.schemas ?? {})];
  const ignored = passedOver.map((name) => [name, { readOnly: true, description: 'Ignored.' }]);
  return { ...Object.fromEntries([...ignored, ...others]), ...fields } as Properties;
}

const unwritten = ({ kind, hidden = [], fixed = [] }: Collection): string[] =>
  wireNames(kind, [...hidden, ...fixed]);

const wireNames = (kind: KindDefinition, fields: readonly string[] = []): string[] =>
  fields.map((field) => wireName(kind, field));

const without = (properties: Properties, names: readonly string[]): Properties =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name)));

/** A schema whose objects, at every depth, have no other fields than those it names. */
function closed(schema: JsonSchema): JsonSchema {
  const out: Record<string, unknown> = { ...schema };
  if (schema['items']) out['items'] = closed(schema['items'] as JsonSchema);
  if (schema['oneOf']) out['oneOf'] = (schema['oneOf'] as JsonSchema[]).map(closed);
  if (schema['properties'] === undefined) return out;
  const properties = Object.entries(propertiesOf(schema)).map(([name, one]) => [name, closed(one)]);
  return {
    ...out,
    properties: Object.fromEntries(properties) as Properties,
    additionalProperties: false,
  };
}
