import { z } from 'zod';
import { reference, type JsonSchema } from '../route/documented.ts';
import { canWait, isWrite, pathParameters, type Route } from '../route/route.ts';
import { honoursKey, KEY_HEADER, MAX_KEY_CHARACTERS } from '../route/idempotency-key.ts';
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

/** What a route takes in its path and query. */
export const requestParamsOf = (route: Route) => ({
  path: z.object(
    Object.fromEntries(
      pathParameters(route.path).map((name) => [name, shapeOf(route.parameters)[name] ?? NAME]),
    ),
  ),
  ...(route.query ? { query: route.query } : {}),
});

const NAME = z.string().min(1).meta({ description: 'Name of the object.' });

const shapeOf = (schema: z.ZodType | undefined): Readonly<Record<string, z.core.$ZodType>> =>
  schema instanceof z.ZodObject ? schema.shape : {};

/** What a route takes beside these: what many do. */
export function parametersOf(route: Route): JsonSchema[] {
  const isObject = isWrite(route) && pathParameters(route.path).length > 0;
  return [
    ...(isWrite(route) && route.dryRun !== false ? [reference('parameters', 'dry_run')] : []),
    ...(canWait(route) ? [reference('parameters', 'wait')] : []),
    ...(isTagged(route) ? [reference('parameters', 'If-None-Match')] : []),
    ...(isObject && route.dryRun !== false ? [reference('parameters', 'If-Match')] : []),
    ...(honoursKey(route) ? [reference('parameters', KEY_HEADER)] : []),
    reference('parameters', 'X-Request-Id'),
  ];
}
