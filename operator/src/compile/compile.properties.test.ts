import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelFragment, ProviderFragment } from '@aicp/contracts/snapshot/sections/catalog';
import type { PolicyFragment } from '@aicp/contracts/snapshot/sections/policies';
import { canonicalJson } from '@aicp/contracts/snapshot/digest';
import { SECTIONS } from '@aicp/contracts/snapshot/sections';
import { objectsOf, plausible, wild } from '../testing/arbitraries.ts';
import { secret } from '../testing/builders.ts';
import { after, compiled, fragments } from '../testing/compiled.ts';
import { createCompiler } from './compile.ts';
import type { Compiled } from './types.ts';

const secrets = [secret('a', { k: 'key-a' }), secret('b', { other: 'x' })];
const compile = (objects: Parameters<typeof compiled>[0], previous?: Compiled) =>
  compiled(objects, { secrets, ...(previous ? { previous: after(previous) } : {}) });

const shuffled = objectsOf(plausible).chain((objects) =>
  fc.tuple(
    fc.constant(objects),
    fc.shuffledSubarray(objects, { minLength: objects.length, maxLength: objects.length }),
  ),
);

describe('compile', () => {
  it('gives the same bytes and the same verdicts for the same objects in any order', () => {
    fc.assert(
      fc.property(objectsOf(plausible), shuffled, (before, [objects, reordered]) => {
        const previous = compile(before);
        const one = compile(objects, previous);
        const other = compile(reordered, previous);
        expect(other.sections).toEqual(one.sections);
        expect(other.degraded).toEqual(one.degraded);
        expect(new Map([...other.verdicts].sort())).toEqual(new Map([...one.verdicts].sort()));
      }),
    );
  });

  it('never throws, whatever the specs are, and writes what services can read', () => {
    fc.assert(
      fc.property(objectsOf(fc.oneof(wild, plausible)), (objects) => {
        const result = compile(objects);
        const all = Object.entries({ ...SECTIONS.gateway, ...SECTIONS.admin });
        for (const [section, schema] of all) {
          for (const fragment of fragments(result, section)) {
            expect(schema.safeParse(fragment).error).toBeUndefined();
          }
          expect(result.sections[section]).toBe(canonicalJson(fragments(result, section)));
        }
      }),
    );
  });

  it('never drops or changes a valid object because of objects that cannot be read', () => {
    const broken = wild.map((made) => ({ ...made, spec: [made.spec] }));
    fc.assert(
      fc.property(objectsOf(plausible), objectsOf(broken), (good, bad) => {
        const alone = compile(good);
        const together = compile([...bad, ...good]);
        expect(together.sections).toEqual(alone.sections);
      }),
    );
  });

  it('lets no two objects have the same name, and names nothing that is not served', () => {
    fc.assert(
      fc.property(objectsOf(plausible), objectsOf(plausible), (before, objects) => {
        expectConsistent(compile(objects, compile(before)));
      }),
    );
  });

  it('never takes a name from an object because a younger one asks for it', () => {
    fc.assert(
      fc.property(objectsOf(plausible), plausible, (objects, late) => {
        const young = { ...late, name: 'late', uid: 'late', created: '2030-01-01T00:00:00Z' };
        const without = compile(objects);
        const withIt = compile([...objects, young]);
        for (const [uid, verdict] of without.verdicts) {
          if (verdict.reason === 'Conflicted') continue;
          expect(withIt.verdicts.get(uid)?.reason).not.toBe('Conflicted');
        }
      }),
    );
  });

  it('says the same with its memory and without', () => {
    fc.assert(
      fc.property(fc.array(objectsOf(plausible), { maxLength: 4 }), (rounds) => {
        const remembering = createCompiler();
        for (const objects of rounds) {
          const input = {
            objects,
            bindings: new Map(),
            secret: (name: string) => secrets.find((known) => known.name === name),
            isTimeZone: (zone: string) => zone === 'UTC',
          };
          const previous = { lastGood: () => undefined, rejected: new Map() };
          const fresh = createCompiler()(input, previous);
          expect(remembering(input, previous)).toEqual(fresh);
        }
      }),
    );
  });

  it('settles: compiling again after its own result changes nothing', () => {
    fc.assert(
      fc.property(objectsOf(plausible), objectsOf(plausible), (before, objects) => {
        const first = compile(objects, compile(before));
        expect(compile(objects, first).sections).toEqual(first.sections);
      }),
    );
  });
});

function expectConsistent(result: Compiled): void {
  const models = fragments(result, 'models') as unknown as ModelFragment[];
  const policies = fragments(result, 'policies') as unknown as PolicyFragment[];
  const providers = fragments(result, 'providers') as unknown as ProviderFragment[];
  const groups = policies.filter((policy) => policy.type === 'model_group');
  const names = [
    ...models.flatMap((model) => [model.id, ...model.aliases]),
    ...groups.map((group) => group.alias),
  ];
  expect(new Set(names).size).toBe(names.length);

  const modelIds = models.map((model) => model.id);
  const served = [...modelIds, ...groups.map((group) => group.alias)];
  expect(providers.map(({ id }) => id)).toEqual(
    expect.arrayContaining(models.map((model) => model.provider)),
  );
  expect(served).toEqual(expect.arrayContaining(models.flatMap((model) => model.fallbacks)));
  expect(served).toEqual(expect.arrayContaining(policies.flatMap(namedBy)));
  expect(modelIds).toEqual(
    expect.arrayContaining(groups.flatMap((group) => group.members.map(({ model }) => model))),
  );
}

function namedBy(policy: PolicyFragment): string[] {
  if (policy.type === 'rule') return policy.targets;
  if (policy.type === 'fallback') return [policy.model, ...policy.fallbacks];
  return [];
}
