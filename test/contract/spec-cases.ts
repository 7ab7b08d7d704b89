import { kindNamed, kinds } from '@aicp/crds/kinds';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import { mergePatch } from '@aicp/crds/kit/merge-patch';
import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { type Json, validSpec } from '@aicp/crds/kit/testing/valid-spec';
import type { JsonObject } from '@aicp/crds/kit/wire-values';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { custom, API_VERSION } from './objects.ts';
import { type ContractOptions, topic } from './suite.ts';

const CASES = join(import.meta.dirname, '../../crds/cases');

interface CaseObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: object;
  readonly [field: string]: unknown;
}

interface YamlCase {
  readonly name: string;
  readonly object: CaseObject;
  /** What the error must contain; empty where the object must be accepted. */
  readonly expected: readonly string[];
}

/** A row of `cases.yaml`. */
interface Change {
  readonly name: string;
  /** A merge patch (RFC 7396) to the good object. */
  readonly patch: JsonObject;
  /** `accepted`, or what the API must say; a list where it must say several things. */
  readonly expect: string | readonly string[];
}

const read = (feature: string, file: string): unknown =>
  parse(readFileSync(join(CASES, feature, file), 'utf8'));

/** The good object of a feature. */
export const goodObject = (feature: string): CaseObject => read(feature, 'good.yaml') as CaseObject;

/** The good object of a feature, and what becomes of it by each change in the table. */
export function yamlCases(feature: string): YamlCase[] {
  const good = goodObject(feature);
  const table = read(feature, 'cases.yaml') as Change[];
  const changed = table.map(({ name, patch, expect: words }) => ({
    name,
    // Without a schema, this is a merge patch as RFC 7396 has it.
    object: mergePatch({}, good, patch, 'stay') as CaseObject,
    expected: words === 'accepted' ? [] : [words].flat(),
  }));
  return [{ name: 'good', object: good, expected: [] }, ...changed];
}

/** The messages of all rules in a schema, those on parts of it included. */
export function ruleMessages(schema: StructuralSchema): string[] {
  const { properties = {}, items, additionalProperties } = schema;
  const children = [...Object.values(properties), items, additionalProperties];
  return [
    ...(schema['x-kubernetes-validations'] ?? []).map(({ message }) => message),
    ...children.flatMap((child) => (child ? ruleMessages(child) : [])),
  ];
}

/** Whether an expectation is of a rule: it ends with the rule's message, or with the beginning of it. */
function covers(expectation: string, message: string): boolean {
  const [, said] = expectation.split(': Invalid value: ');
  // The value of a rule that stands on a text comes first, in quotes.
  return said !== undefined && message.startsWith(said.replace(/^"[^"]*": /, ''));
}

function kindOfFeature(feature: string): KindDefinition {
  const found = kinds.find((kind) => kind.feature === feature);
  if (!found) throw new Error(`no kind has the feature ${feature}`);
  return found;
}

/** Every YAML case of every kind, against the server. */
export function casesContract(options: ContractOptions): void {
  topic('the cases of each kind', options, (shared) => {
    const dryRun = async (object: CaseObject) => {
      const path = custom(shared().namespace, kindNamed(object.kind).plural);
      return shared().client.post(path, object, { dryRun: 'All', fieldValidation: 'Strict' });
    };

    describe.each(kinds.map((kind) => [kind.kind, kind.feature] as const))('%s', (_, feature) => {
      const cases = yamlCases(feature);
      const accepted = cases.filter(({ expected }) => expected.length === 0);
      const refused = cases.filter(({ expected }) => expected.length > 0);

      it('has objects that are refused, and names its cases apart', () => {
        expect(refused.length).toBeGreaterThan(0);
        expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
      });

      it('has a refused one for every rule', () => {
        const words = refused.flatMap(({ expected }) => expected);
        const messages = ruleMessages(kindOfFeature(feature).structural.spec);
        const uncovered = messages.filter(
          (message) => !words.some((text) => covers(text, message)),
        );
        expect(uncovered).toEqual([]);
      });

      it.each(accepted.map((good) => [good.name, good] as const))(
        'takes %s',
        async (_name, { object }) => {
          const answer = await dryRun(object);
          expect(answer.status, answer.text).toBe(201);
        },
      );

      it.each(refused.map((bad) => [bad.name, bad] as const))(
        'refuses %s',
        async (_name, { object, expected }) => {
          const answer = await dryRun(object);
          expect([400, 422], answer.text).toContain(answer.status);
          for (const words of expected) expect(answer.body.message).toContain(words);
        },
      );
    });
  });
}

/** Of each kind: `AICP_RANDOM_SPECS=60`, as `make prove` has it, sends four times as many. */
const RUNS = Number(process.env['AICP_RANDOM_SPECS'] ?? 15);

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

type Mutation = { readonly value: Json } | 'remove';

function changeAt(root: Json, path: readonly (string | number)[], change: Mutation): Json {
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
    { weight: 1, arbitrary: fc.constant<Mutation>('remove') },
    { weight: 5, arbitrary: strange.map((value): Mutation => ({ value })) },
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
