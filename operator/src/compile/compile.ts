import type { PolicyFragment } from '@aicp/contracts/snapshot/fragments';
import { byAge } from '../kinds/source-object.ts';
import { ClaimTable } from './claims.ts';
import { Entry } from './entry.ts';
import { keepLastGood } from './keep-last-good.ts';
import { keptFragment } from './kept.ts';
import { CompileMemory } from './memory.ts';
import { claimNames } from './names.ts';
import { viewProviders } from './providers.ts';
import { referredObjects } from './referred.ts';
import { unreachable } from './reachability.ts';
import type { Reading } from './read-spec.ts';
import { assemble, byObject, degradedBy } from './sections.ts';
import type { Compile } from './types.ts';

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
    const isRefused = ({ object }: Reading): boolean =>
      previous.refused
        .get(object.uid)
        ?.some(({ generation }) => generation === object.generation) ?? false;
    const lastGood = ({ object, feature }: Reading): object | undefined =>
      feature.keptIn === undefined ? undefined : keptFragment(previous, feature.keptIn, object.uid);

    // 3. Providers depend on Secrets and on their owner alone.
    const others = { ...NOWHERE, ...referredObjects(readings), secret: input.secret };
    const providers = viewProviders(readings, {
      lastGood,
      isUsable: (reading) =>
        reading.spec !== undefined &&
        !isRefused(reading) &&
        memory.decide(reading, others).placed.length > 0,
    });

    // 4. Models and groups share one space of names in each scope: the platform's come first, then the oldest gets each.
    const names = claimNames({
      readings,
      world: { provider: providers.view },
      isRefused,
      lastGood,
    });

    // 5. Every object by itself, with what it refers to.
    const world = {
      ...others,
      isTimeZone: input.isTimeZone,
      provider: providers.view,
      ...names,
    };
    const entries = readings.map((reading) => {
      const refusal = previous.refused
        .get(reading.object.uid)
        ?.find(({ generation }) => generation === reading.object.generation);
      return Entry.of(reading, { memory, world, refusal, lost: names.lost });
    });

    // 6. Keys, settings and policies that contradict each other: the older one wins.
    const claims = new ClaimTable();
    for (const entry of entries) entry.contest(claims);

    // 7. What cannot be used as it is now stays in use as it was, where that is still free.
    for (const entry of entries) {
      keepLastGood(entry, { names, providers, claims, lastGood, secret: input.secret });
    }

    // 8. Policies that no request reaches are fine, but their authors should know.
    const placed = entries.flatMap((entry) => entry.placed);
    const policies = placed.filter(({ section }) => section === 'policies');
    const behind = unreachable(
      policies.map(({ fragment }) => fragment as PolicyFragment),
      (rule) => memory.conditionOf(rule),
    );

    // 9. The bytes of each section, and what is to be said of each object.
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
  isTimeZone: () => false,
};
