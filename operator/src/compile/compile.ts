import { resolveOwners, type Bindings, type Owners } from '../kinds/ownership/resolve-owners.ts';
import { ClaimTable } from './claims.ts';
import { Entry } from './entry.ts';
import type { DecidedObject } from './fragment-text.ts';
import { keepLastGood } from './keep-last-good.ts';
import { lastOwnedForm, recordedBindings } from './last-owner.ts';
import { CompileMemory } from './memory.ts';
import type { Reading } from './read-spec.ts';
import { degradedBy } from './sections.ts';
import { Settled, type CurrentInput } from './settled.ts';
import type { Compile, Rejection } from './types.ts';
import { referredObjects, viewObjects } from './views.ts';

/**
 * A compiler: from all objects to the sections of a snapshot and a verdict on each object. No clock, no I/O; the same objects in any
 * order give the same bytes. It remembers what it made of an object, by reference, so that a change costs little.
 */
export function createCompiler(memory = new CompileMemory()): Compile {
  let settled: Settled | undefined;
  return (input, previous) => {
    const edited = settled?.edit(input, previous);
    if (edited) return edited;
    settled = undefined;
    settled = compileAll(memory, { input, previous });
    return settled.compiled;
  };
}

function compileAll(memory: CompileMemory, now: CurrentInput): Settled {
  // 1. Oldest first: that order decides every conflict.
  const readings = memory.begin(now.input, now.previous);

  // 2. What was in use so far, for objects whose present form cannot be used.
  const rejectionOf = ({ object: { uid, generation } }: Reading): Rejection | undefined =>
    now.previous.rejected.get(uid)?.find((rejection) => rejection.generation === generation);
  const isRejected = (reading: Reading): boolean => rejectionOf(reading) !== undefined;

  // 3. Whom each object belongs to. What has no owner acts on nothing, also not in an older form.
  const recorded = (reading: Reading): Bindings =>
    recordedBindings(reading, now.input, now.previous);
  const owners = resolveOwners(readings, recorded, memory.owners, memory.changes);
  const lastGood = (reading: Reading): object | undefined =>
    lastOwnedForm(reading, now.previous, owners);

  // 4. What objects show of themselves depends on Secrets and on their owner alone.
  const others = {
    ...NOWHERE,
    ...referredObjects(readings, owners),
    owner: (uid: string) => owners.get(uid),
    secret: (name: string) => now.input.secret(name),
  };
  const views = {
    owners,
    lastGood,
    isUsable: (reading: Reading) =>
      reading.spec !== undefined &&
      !isRejected(reading) &&
      memory.firstDecisions.of(reading, others).hasFragment,
  };
  const seen = viewObjects(readings, views);

  // 5. Models and groups share one space of names in each scope: the platform's come first, then the oldest gets each.
  const named = readings.filter((reading) => isNamed(reading, owners));
  const names = memory.names({ readings: named, seen, isRejected, lastGood });

  // 6. Every object by itself, with what it refers to.
  const isTimeZone = (zone: string): boolean => now.input.isTimeZone(zone);
  const lookup = { ...others, isTimeZone, ...seen.views, ...names };
  const decide = (reading: Reading): DecidedObject => memory.decisions.of(reading, lookup);
  const entries = readings.map((reading) =>
    Entry.of(reading, { decide, lookup, rejection: rejectionOf(reading), lost: names.lost }),
  );

  // 7. Keys, settings and policies that contradict each other: the older one wins.
  const claims = new ClaimTable();
  for (const entry of entries) entry.contest(claims);

  // 8. What cannot be used as it is now stays in use as it was, where that is still free.
  for (const entry of entries) keepLastGood(entry, { names, claims, lastGood, lookup });

  // 9. What is worth knowing of objects among all of their kind, such as policies that no request reaches.
  const remarks = memory.remarks(entries);

  // 10. The bytes of each section, and what is to be said of each object.
  const { sections, fragments } = memory.sections(entries);
  const compiled = {
    sections,
    fragments,
    degraded: degradedBy(entries),
    verdicts: new Map(
      entries.map((entry) => [entry.object.uid, memory.verdict(entry, remarks)] as const),
    ),
  };
  return new Settled({ memory, now, entries, lookup, names, views, remarks, compiled });
}

/** Models and groups have names, if they belong to somebody. */
const isNamed = ({ object: { uid }, kind }: Reading, owners: Owners): boolean =>
  kind.names !== undefined && !owners.get(uid)?.problem;

/** A lookup in which nothing exists yet. */
const NOWHERE = {
  named: () => undefined,
  unserved: () => undefined,
  isPlatformName: () => false,
  isAnybodysName: () => false,
  platformModel: () => undefined,
  referred: () => undefined,
  owner: () => undefined,
  isTimeZone: () => false,
};
