import type { FieldError, Problem } from '@aicp/common/errors/problem';
import { mergePatch } from '@aicp/crds/kit/merge-patch';
import { validSpec, type Json } from '@aicp/crds/kit/testing/valid-spec';
import { wireName } from '@aicp/crds/kit/wire-name';
import { specToWire } from '@aicp/crds/kit/wire-values';
import type { Request } from 'express';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { collectionsOn } from './kinds/collections.ts';
import { declaredRoutes } from './generate/declared-routes.ts';
import { readInput } from '@aicp/api-kit/route/read-input';
import type { Route } from '@aicp/api-kit/route/route';
import type { Collection } from './resources/collection.ts';
import { readBody } from './resources/read-body.ts';
import { requireWellSent } from './resources/require-valid.ts';
import { resourceFixture } from './resources/testing/resource-fixture.ts';

/** What belongs to schema libraries, languages and regular expressions, and to no sentence. */
const FOREIGN =
  /\/\^|\\x|\\u00|\bzod\b|Invalid input|expected .* received|>=|<=|\[object|undefined|NaN|Too (small|big)|Unrecognized|must match/;
const LONGEST = 300;
const RUNS = 40;

/** Values of every type, none of which quotes a foreign word itself. */
const anything = fc
  .oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.string({ minLength: 0, maxLength: 400 }),
    fc.constantFrom<unknown>('', ' ', -1, 0, 1.5, 1e300, 'x'.repeat(5000), [], {}, null, true),
  )
  .filter((value) => !FOREIGN.test(JSON.stringify(value)));

function requirePlain(errors: readonly FieldError[], detail: string): void {
  for (const { message } of errors) {
    expect(message).not.toMatch(FOREIGN);
    expect(message.length, message).toBeGreaterThan(0);
    expect(message.length, message).toBeLessThan(LONGEST);
  }
  const places = errors.map((error) => JSON.stringify(error));
  expect(new Set(places).size).toBe(places.length);
  expect(detail).toMatch(/^[A-Z].*\.$/s);
}

/** Puts `value` somewhere into `body`: which of its places, `turn` says. */
function spoil(body: unknown, turn: number, value: unknown): unknown {
  if (typeof body !== 'object' || body === null) return value;
  const keys = Object.keys(body);
  const key = keys[turn % (keys.length + 1)];
  if (key === undefined) return value;
  const inner = (body as Record<string, unknown>)[key];
  const changed = turn % 2 === 0 ? value : spoil(inner, Math.floor(turn / 3), value);
  if (Array.isArray(body)) return body.with(Number(key), changed);
  return { ...body, [key]: changed };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function refusalOf(collection: Collection, body: Record<string, unknown>): Problem | undefined {
  const { kind } = collection;
  try {
    const { patch, errors } = readBody(collection, body, undefined);
    const spec = mergePatch(kind.structural.spec, {}, patch);
    requireWellSent(kind, { body, errors, spec });
    return undefined;
  } catch (error) {
    expect(error).toMatchObject({ name: 'Problem', status: 422 });
    return error as Problem;
  }
}

const aicp = await resourceFixture();
afterAll(async () => {
  await aicp[Symbol.asyncDispose]();
});

describe('a message about what was sent', () => {
  it.each(collectionsOn(aicp.store).map((collection) => [collection.path, collection] as const))(
    'to %s is a plain sentence, whichever field is wrong and however',
    (_path, collection) => {
      const { kind } = collection;
      const wrong = fc.dictionary(fc.constantFrom(...fieldsOf(collection), 'nmae', 'x'), anything);
      const spoilt = fc
        .tuple(validSpec(kind.structural.spec), fc.nat(), anything)
        .map(([spec, turn, value]) => spoil(asWire(collection, spec), turn, value))
        .filter(isObject);
      let refused = 0;
      fc.assert(
        fc.property(fc.oneof(wrong, spoilt), (body) => {
          const problem = refusalOf(collection, body);
          if (!problem) return;
          refused += 1;
          requirePlain(problem.errors ?? [], problem.detail);
        }),
        { numRuns: RUNS, endOnFailure: true },
      );
      expect(refused).toBeGreaterThan(0);
    },
  );

  it('as the body or the query of any other route is a plain sentence', async () => {
    for (const route of declaredRoutes()) {
      const body = anything;
      const query = fc.dictionary(
        fc.constantFrom('limit', 'cursor', 'q', 'sort', 'from', 'to', 'dry_run', 'limt', 'status'),
        fc.oneof(fc.string(), fc.constant('-1'), fc.array(fc.string(), { minLength: 2 })),
      );
      await fc.assert(
        fc.asyncProperty(query, body, async (asked, sent) => {
          fc.pre(!FOREIGN.test(JSON.stringify(asked)));
          const problem = await problemOf(route, asked, sent);
          if (problem) requirePlain(problem.errors ?? [], problem.detail);
        }),
        { numRuns: 8, endOnFailure: true },
      );
    }
  });
});

const fieldsOf = ({ kind }: Collection): string[] =>
  Object.keys(kind.structural.spec.properties ?? {}).map((field) => wireName(kind, field));

/** As a client sends it: decimals are numbers. */
const asWire = ({ kind }: Collection, spec: Json): unknown =>
  JSON.parse(JSON.stringify(specToWire(kind, isObject(spec) ? spec : {})));

async function problemOf(route: Route, query: object, body: unknown): Promise<Problem | undefined> {
  const bytes = Buffer.from(JSON.stringify(body));
  const request = {
    params: {},
    query,
    headers: { 'content-type': 'application/json', 'content-length': String(bytes.length) },
    get: () => undefined,
    accepts: () => 'application/json',
    iterator: () => [bytes].values(),
  };
  const read = readInput(withoutParameters(route), request as unknown as Request);
  const error: unknown = await read.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error === undefined) return undefined;
  expect(error).toMatchObject({ name: 'Problem' });
  return error as Problem;
}

/** What its path is, a route is found by: there is nothing to be wrong with it here. */
function withoutParameters({ parameters: _, ...route }: Route): Route {
  return route;
}
