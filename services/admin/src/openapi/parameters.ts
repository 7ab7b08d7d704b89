import { z } from 'zod';
import type { JsonSchema } from '../http/documented.ts';
import { canWait, isWrite, pathParameters, type Route } from '../http/route.ts';
import { honoursKey, KEY_HEADER } from '../idempotency/honours-key.ts';
import { MAX_KEY_CHARACTERS } from '../idempotency/key-in.ts';
import { reference, toJsonSchema, type Components } from './json-schema.ts';
import { isTagged } from './tagged.ts';

/** Parameters that many routes take. */
export const SHARED_PARAMETERS: Readonly<Record<string, JsonSchema>> = {
  dry_run: {
    name: 'dry_run',
    in: 'query',
    description: 'Check everything and answer what would be stored, but store nothing.',
    schema: { type: 'boolean', default: false },
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    description: 'The `ETag` of what you saw: 412 where the object has changed since.',
    schema: { type: 'string' },
    example: '"1042"',
  },
  wait: {
    name: 'wait',
    in: 'query',
    description:
      'Answer once it is known what has become of the object: `ready` and `conditions` are of what was written. After two seconds the answer is the object as it is then.',
    schema: { type: 'boolean', default: false },
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of what you have, or several: 304 where it is still that.',
    schema: { type: 'string' },
    example: '"1042.4Jx0aLZq3nYV7kPtW2cRb"',
  },
  [KEY_HEADER]: {
    name: KEY_HEADER,
    in: 'header',
    description:
      'A name of yours for the request, best a random UUID: sent again within 24 hours with the same key, it is done once and answered the same. Another request with the key is 422. Dry runs ignore it.',
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_KEY_CHARACTERS,
      pattern: '^[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?$',
    },
    example: '5b2f6a52-0d3e-4a53-9d39-7f8b1c1e9a10',
  },
  'X-Request-Id': {
    name: 'X-Request-Id',
    in: 'header',
    description:
      'An id of yours for the request. Where it is longer than 128 characters, or holds others than letters, digits and `._:+/=-`, one is made.',
    schema: { type: 'string' },
  },
};

/** What a route takes in its path, query and headers. */
export function parametersOf(route: Route, components: Components): JsonSchema[] {
  const isObject = isWrite(route) && pathParameters(route.path).length > 0;
  return [
    ...inPath(route, components),
    ...inQuery(route, components),
    ...(isWrite(route) && route.dryRun !== false ? [reference('parameters', 'dry_run')] : []),
    ...(canWait(route) ? [reference('parameters', 'wait')] : []),
    ...(isTagged(route) ? [reference('parameters', 'If-None-Match')] : []),
    ...(isObject && route.dryRun !== false ? [reference('parameters', 'If-Match')] : []),
    ...(honoursKey(route) ? [reference('parameters', KEY_HEADER)] : []),
    reference('parameters', 'X-Request-Id'),
  ];
}

function inPath(route: Route, components: Components): JsonSchema[] {
  const schemas = propertiesOf(route.parameters, components).properties;
  return pathParameters(route.path).map((name) => {
    const { description = 'Name of the object.', ...schema } = schemas[name] ?? TEXT;
    return { name, in: 'path', required: true, description, schema };
  });
}

const TEXT: JsonSchema = { type: 'string', minLength: 1 };

function inQuery(route: Route, components: Components): JsonSchema[] {
  const { properties, required } = propertiesOf(route.query, components);
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    ...{ name, in: 'query', required: required.includes(name), schema },
    ...(description === undefined ? {} : { description }),
  }));
}

const objectSchema = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
});

const propertiesOf = (schema: z.ZodType | undefined, components: Components) =>
  objectSchema.parse(schema ? toJsonSchema(schema, { components, io: 'input' }) : {});
