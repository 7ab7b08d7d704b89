import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SourceObject } from '../kinds/kit/source-object.ts';
import { after, compiled, fragments } from '../testing/compiled.ts';
import { HISTORIES } from '../testing/namespace.ts';
import {
  marksOfOthers,
  history,
  objectsOfOwners,
  ALWAYS,
  ownerOf,
  OWNERS,
  spoilt,
  TENANTS,
  type Owner,
} from '../testing/tenant-objects.ts';
import type { Compiled } from './types.ts';

const RUNS = { numRuns: HISTORIES };

const compile = (objects: readonly SourceObject[], before?: Compiled): Compiled =>
  compiled([...ALWAYS, ...objects], before ? { previous: after(before) } : {});

const of =
  (...owners: readonly Owner[]) =>
  ({ name }: { readonly name: string }): boolean =>
    owners.some((owner) => ownerOf(name) === owner);

const SECTIONS = ['providers', 'models', 'policies', 'deprecations'];

/** All that stands in the snapshot for the objects of some owners, and all that they are told. */
const seenBy = (result: Compiled, ...owners: readonly Owner[]) => ({
  fragments: SECTIONS.flatMap((section) =>
    fragments(result, section).filter(({ source }) => of(...owners)(source)),
  ),
  verdicts: [...result.verdicts.values()].filter(({ object }) => of(...owners)(object)),
});

const namesOf = (result: Compiled, ...owners: readonly Owner[]): string[] =>
  seenBy(result, ...owners).fragments.flatMap((fragment) => {
    if (fragment.source.kind === 'Model') {
      return [fragment['id'] as string, ...(fragment['aliases'] as string[])];
    }
    return fragment['type'] === 'model_group' ? [fragment['alias'] as string] : [];
  });

const tenant = fc.constantFrom(...TENANTS);

describe('with objects of the platform and of two organizations', () => {
  it('nothing that an organization adds, changes or removes changes what others have or are told', () => {
    const change = tenant.chain((who) =>
      fc.tuple(fc.constant(who), objectsOfOwners([who]), objectsOfOwners([who])),
    );
    fc.assert(
      fc.property(history, change, ({ past, now }, [who, first, second]) => {
        const others = OWNERS.filter((owner) => owner !== who);
        const before = compile(past);
        const rest = now.filter(of(...others));
        const one = seenBy(compile([...rest, ...first], before), ...others);
        const other = seenBy(compile([...rest, ...second], before), ...others);
        expect(other).toEqual(one);
      }),
      RUNS,
    );
  });

  it('no message to one names an object of another organization', () => {
    fc.assert(
      fc.property(history, ({ past, now }) => {
        const { verdicts } = seenBy(compile(now, compile(past)), ...OWNERS);
        for (const { object, message, notEnforced = '' } of verdicts) {
          const written = JSON.stringify(object.spec);
          for (const mark of marksOfOthers(ownerOf(object.name) ?? 'platform')) {
            if (written.includes(mark)) continue;
            expect(`${message} ${notEnforced}`).not.toContain(mark);
          }
        }
      }),
      RUNS,
    );
  });

  it('the platform has every name that it would have alone, and no organization has one of them', () => {
    fc.assert(
      fc.property(history, ({ past, now }) => {
        const before = compile(past);
        const result = compile(now, before);
        const alone = compile(now.filter(of('platform')), before);
        expect(seenBy(result, 'platform')).toEqual(seenBy(alone, 'platform'));
        const platform = new Set(namesOf(result, 'platform'));
        const taken = namesOf(result, ...TENANTS).filter((name) => platform.has(name));
        expect(taken).toEqual([]);
      }),
      RUNS,
    );
  });

  it('a model of an organization is served by its own provider, or as a model of the platform', () => {
    fc.assert(
      fc.property(history, ({ past, now }) => {
        const models = fragments(compile(now, compile(past)), 'models');
        for (const model of models) {
          const owner = ownerOf(model.source.name);
          const provider = ownerOf(model['provider'] as string);
          if (owner === provider) continue;
          expect(provider).toBe('platform');
          const base = models.find(
            ({ id, organization }) => id === model['inherits'] && organization === undefined,
          );
          for (const field of ['provider', 'upstreamModel', 'prices', 'priceVersion', 'tier']) {
            expect(model[field]).toEqual(base?.[field]);
          }
          expect(base).toBeDefined();
        }
      }),
      RUNS,
    );
  });

  it('a deny that was in force stays in force with all its names while its object cannot be read', () => {
    fc.assert(
      fc.property(history, ({ past, now }) => {
        const before = compile(past);
        const denies = fragments(before, 'policies').filter(({ action }) => action === 'deny');
        const edited = past.filter((one) => denies.some(({ source }) => source.uid === one.uid));
        const rest = now.filter((one) => !edited.some(({ uid }) => uid === one.uid));
        const result = fragments(compile([...rest, ...edited.map(spoilt)], before), 'policies');
        for (const deny of denies) {
          const kept = result.find(({ source }) => source.uid === deny.source.uid);
          expect(kept?.['condition']).toEqual(deny['condition']);
          const names = [...(kept?.['targets'] as []), ...(kept?.['targetNames'] as [])];
          const had = [...(deny['targets'] as []), ...(deny['targetNames'] as [])];
          expect(names).toEqual(expect.arrayContaining(had));
        }
      }),
      RUNS,
    );
  });
});
