import { kinds } from '@aicp/crds/kinds';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { type Json, validSpec } from '@aicp/crds/kit/testing/valid-spec';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { API_VERSION, custom } from './objects.ts';
import { type ContractOptions, topic } from './suite.ts';

const RUNS = 60;

/** Whether the schema that we validate with takes a spec. */
export const zodTakes = (kind: KindDefinition, spec: Json): boolean =>
  kind.spec.safeParse(spec).success;

/** The server and our own schemas say the same of any spec. */
export function propertyContract(options: ContractOptions): void {
  topic('random specs', options, (shared) => {
    const serverTakes = async (kind: KindDefinition, spec: Json): Promise<boolean> => {
      const name = kind.singleton ?? 'random';
      const object = { apiVersion: API_VERSION, kind: kind.kind, metadata: { name }, spec };
      const path = custom(shared().namespace, kind.plural);
      const { status, text } = await shared().client.post(path, object, { dryRun: 'All' });
      expect([201, 422], text).toContain(status);
      return status === 201;
    };

    it.each(kinds.map((kind) => [kind.kind, kind] as const))(
      'of %s are taken by the server and by zod, or by neither',
      async (_, kind) => {
        const specs = fc.oneof(validSpec(kind.structural.spec), mutatedSpec(kind.structural.spec));
        await fc.assert(
          fc.asyncProperty(specs, async (spec) => {
            expect(await serverTakes(kind, spec)).toBe(zodTakes(kind, spec));
          }),
          { numRuns: RUNS },
        );
      },
    );
  });
}

/** Values that are wrong in most places: another type, nothing, too much. */
const strange: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(true, 0, -1, 1.5, 2_000_000_000_000, '', 'x', 'A B', 'x'.repeat(3000)),
  fc.constantFrom<Json>([], ['x'], [null], [1], {}, { x: 'y' }, { 'Bad Header': 'z' }),
  fc.constantFrom<Json>(Array.from({ length: 120 }, (_, i) => `item-${i}`)),
);

/** Places in a value, as lists of keys. */
function placesIn(value: Json, path: readonly (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [[...path]];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [[...path], ...entries.flatMap(([key, child]) => placesIn(child, [...path, key]))];
}

type Change = { readonly value: Json } | 'remove';

function changeAt(root: Json, path: readonly (string | number)[], change: Change): Json {
  const [key, ...rest] = path;
  if (key === undefined) return change === 'remove' ? {} : change.value;
  const copy = structuredClone(root) as Record<string | number, Json>;
  if (rest.length > 0) copy[key] = changeAt(copy[key] ?? null, rest, change);
  else if (change !== 'remove') copy[key] = change.value;
  else if (Array.isArray(copy)) copy.splice(Number(key), 1);
  else Reflect.deleteProperty(copy, key);
  return copy;
}

/** Specs of which one part was taken away or replaced by something strange. Not all of them are wrong. */
export function mutatedSpec(schema: StructuralSchema): fc.Arbitrary<Json> {
  const change = fc.oneof(
    { weight: 1, arbitrary: fc.constant<Change>('remove') },
    { weight: 5, arbitrary: strange.map((value): Change => ({ value })) },
  );
  return validSpec(schema).chain((spec) =>
    fc
      .tuple(
        fc.constantFrom(...placesIn(spec).filter((path) => path.length > 0), ['unknown']),
        change,
      )
      .map(([path, made]) => changeAt(spec, path, made)),
  );
}
