import { scalarTypeOf, type JsonSchema } from '@aicp/api-kit/route/documented';
import type { Principal } from '@aicp/api-kit/access/principal';
import { mayHoldSecret } from '@aicp/api-kit/audit/without-secrets';
import { sortableDecimal } from '@aicp/crds/kit/wire-values';
import { wireName } from '@aicp/crds/kit/wire-name';
import { z } from 'zod';
import { fieldReader, toAnswer } from '../answer-object.ts';
import { answeredSchema } from '../collection-schemas.ts';
import type { Collection } from '../collection.ts';
import { listQuery } from '../list-page.ts';
import type { StoredObject } from '../stored-object.ts';

/** A field, and the values of which an object has to have one. */
export type ListFilter = readonly [field: string, values: readonly string[]];

const MOST_VALUES = 100;
const TEXT = z.string().max(500);
const NUMBER = z
  .string()
  .max(40)
  .regex(/^-?\d+(\.\d+)?$/, { error: 'must be a number' });
const FLAG = z.enum(['true', 'false']);

/** Query parameters that narrow a list to the objects that have a value: one for each field that is a text, a number or a flag. */
export function filtersOf(collection: Collection): Readonly<Record<string, z.ZodType>> {
  const { properties = {} } = answeredSchema(collection) as {
    properties?: Record<string, JsonSchema>;
  };
  const fields = Object.entries(properties).flatMap(([name, schema]) => {
    const value = valueOf(schema);
    const isTaken = Object.hasOwn(listQuery.shape, name) || isAsked(collection, name);
    return value && !isTaken && fieldReader(collection, name) ? [[name, value] as const] : [];
  });
  return Object.fromEntries(
    fields.map(([name, value]) => [
      name,
      z
        .array(value)
        .max(MOST_VALUES)
        .optional()
        .meta({
          description: `Only those whose ${name} is this; of several, one of these.`,
          document: oneOrMore(value),
        }),
    ]),
  );
}

/** A client sends one as it is. */
function oneOrMore(value: z.ZodType): JsonSchema {
  const { $schema: _, ...one } = z.toJSONSchema(value);
  return { anyOf: [one, { type: 'array', items: one, maxItems: MOST_VALUES }] };
}

/** Whether what a field says takes asking somebody, or is what others spent. */
const isAsked = ({ spendFields = [], additions }: Collection, name: string): boolean =>
  spendFields.includes(name) ||
  (additions?.asked !== undefined && Object.hasOwn(additions.schemas, name));

/** What a parameter may be: another value would match nothing. */
function valueOf(schema: JsonSchema): z.ZodType<string> | undefined {
  const type = scalarTypeOf(schema);
  const { enum: values } = schema as { enum?: readonly unknown[] };
  const texts = values?.filter((one) => typeof one === 'string') ?? [];
  if (type === 'string') return texts.length > 0 ? z.enum(texts) : TEXT;
  if (type === 'boolean') return FLAG;
  return type === undefined ? undefined : NUMBER;
}

/** Whether an object is among those that filters leave. */
export function filterTest(
  collection: Collection,
  filters: readonly ListFilter[],
  reader: Principal,
): (object: StoredObject) => boolean {
  const tests = filters.map(([name, values]) => {
    const read = readerOf(collection, name, reader);
    const wanted = new Set(values.flatMap(formsOf));
    const isUnsetToo = wanted.has('false') && isFlag(collection, name);
    return (object: StoredObject): boolean => {
      const value = read(object) as string | number | boolean | null | undefined;
      if (value === undefined || value === null) return isUnsetToo;
      return wanted.has(String(value));
    };
  });
  return (object) => tests.every((test) => test(object));
}

/** As the field is compared: decimals are texts that sort. */
const formsOf = (value: string): readonly string[] =>
  /^\d{1,16}(\.\d{1,20})?$/.test(value)
    ? [value, String(Number(value)), sortableDecimal(value)]
    : [value];

/** What a filter compares with is what the reader is answered, so that nothing is told by it. */
function readerOf(
  collection: Collection,
  name: string,
  reader: Principal,
): (object: StoredObject) => unknown {
  const { kind, shownTo } = collection;
  const { properties = {} } = kind.structural.spec;
  const field = Object.keys(properties).find((one) => wireName(kind, one) === name);
  const read = fieldReader(collection, name, reader);
  if (!read || (field !== undefined && mayHoldSecret(field))) {
    return (object) => toAnswer(collection, object, reader)[name];
  }
  if (field === undefined || !shownTo?.fields.includes(field)) return read;
  return (object) => read({ ...object, spec: shownTo.of(object, reader) });
}

function isFlag(collection: Collection, name: string): boolean {
  const { properties = {} } = answeredSchema(collection) as {
    properties?: Record<string, JsonSchema>;
  };
  return scalarTypeOf(properties[name] ?? {}) === 'boolean';
}
