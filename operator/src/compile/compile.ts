import type { PolicyFragment } from '@aicp/contracts/snapshot/fragments';
import { resolveOwners } from '../kinds/ownership/resolve-owners.ts';
import { byAge } from '../kinds/source-object.ts';
import { ClaimTable } from './claims.ts';
import { Entry } from './entry.ts';
import { keepLastGood } from './keep-last-good.ts';
import { lastOwnedForm, recordedBindings } from './last-owner.ts';
import { CompileMemory } from './memory.ts';
import { claimNames } from './names.ts';
import { viewProviders } from './providers.ts';
import { referredObjects } from './referred.ts';
import { unreachable } from './reachability.ts';
import type { Reading } from './read-spec.ts';
import { assemble, byObject, degradedBy } from './sections.ts';
import type { Compile, Refusal } from './types.ts';

/**
 * A compiler: from all objects to the sections of a snapshot and a verdict on each object. No clock, no I/O; the same objects in any
 * order give the same bytes. It remembers what it made of an object, by reference, so that a change costs little.
 */
export function createCompiler(memory = new CompileMemory()): Compile {
  return (input, previous) => {
    // 1. Oldest first: that order decides every conflict.
    const objects = [...input.objects].sort(byAge);
    const readings = objects.flatMap((object) => memory.read(object) ?? []);

    // 2. What was in use so far, for objects whose present form cannot be used.
    const refusalOf = ({ object }: Reading): Refusal | undefined =>
      previous.refused.get(object.uid)?.find(({ generation }) => generation === object.generation);
    const isRefused = (reading: Reading): boolean => refusalOf(reading) !== undefined;

    // 3. Whom each object belongs to. What has no owner acts on nothing, also not in an older form.
    const owners = resolveOwners(readings, (reading) => recordedBindings(reading, input, previous));
    const lastGood = (reading: Reading): object | undefined =>
      lastOwnedForm(reading, previous, owners);
    const owned = readings.filter(({ object }) => !owners.get(object.uid)?.problem);

    // 4. Providers depend on Secrets and on their owner alone.
    const others = {
      ...NOWHERE,
      ...referredObjects(readings, owners),
      owner: (uid: string) => owners.get(uid),
      secret: input.secret,
    };
    const providers = viewProviders(readings, {
      lastGood,
      isUsable: (reading) =>
        reading.spec !== undefined &&
        !isRefused(reading) &&
        memory.decide(reading, others).placed.length > 0,
    });

    // 5. Models and groups share one space of names in each scope: the platform's come first, then the oldest gets each.
    const names = claimNames({
      readings: owned,
      world: { provider: providers.view },
      isRefused,
      lastGood,
    });

    // 6. Every object by itself, with what it refers to.
    const { isTimeZone } = input;
    const world = { ...others, isTimeZone, provider: providers.view, ...names };
    const entries = readings.map((reading) =>
      Entry.of(reading, { memory, world, refusal: refusalOf(reading), lost: names.lost }),
    );

    // 7. Keys, settings and policies that contradict each other: the older one wins.
    const claims = new ClaimTable();
    for (const entry of entries) entry.contest(claims);

    // 8. What cannot be used as it is now stays in use as it was, where that is still free.
    for (const entry of entries) {
      keepLastGood(entry, { names, providers, claims, lastGood, secret: input.secret });
    }

    // 9. Policies that no request reaches are fine, but their authors should know.
    const placed = entries.flatMap((entry) => entry.placed);
    const policies = placed.filter(({ section }) => section === 'policies');
    const behind = unreachable(
      policies.map(({ fragment }) => fragment as PolicyFragment),
      (rule) => memory.conditionOf(rule),
    );

    // 10. The bytes of each section, and what is to be said of each object.
    return {
      sections: assemble(placed),
      fragments: byObject(entries),
      degraded: degradedBy(entries),
      verdicts: new Map(
        entries.map((entry) => [entry.object.uid, entry.verdict(behind.get(entry.object.uid))]),
      ),
    };
  };
}

/** A world in which nothing exists yet. */
const NOWHERE = {
  provider: () => undefined,
  named: () => undefined,
  unserved: () => undefined,
  isPlatformName: () => false,
  platformModel: () => undefined,
  referred: () => undefined,
  key: () => undefined,
  promptVersion: () => undefined,
  owner: () => undefined,
  isTimeZone: () => false,
};
