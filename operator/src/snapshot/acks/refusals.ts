import { SECTIONS, SNAPSHOT_SERVICES } from '@aicp/contracts/snapshot/sections';
import type { RefusedFragment, SnapshotIndex } from '../commit/index-object.ts';
import type { SectionStore } from '../commit/section-store.ts';
import type { Report } from './ack-book.ts';
import { isGuard } from './guards.ts';

/** Of the fragments of one object, so many refused forms are remembered; of all objects together, so many. */
const PER_OBJECT = 5;
const IN_ALL = 200;
const MESSAGE_CHARACTERS = 500;

export interface RefusalsInput {
  readonly index: SnapshotIndex;
  readonly reports: readonly Report[];
  /** The replicas of each service that the installation has, ready or not. What any other process says does not count. */
  readonly replicas: ReadonlyMap<string, ReadonlySet<string>>;
  readonly store: Pick<SectionStore, 'fragments'>;
  /** The present objects' uids. */
  readonly exists: (uid: string) => boolean;
}

/**
 * The fragments that are to be left out, or replaced by their last good form, because replicas could not use them: those known
 * already whose objects still exist, and those named in refusals of the present snapshot. A refusal of an older one has been dealt
 * with. A fragment that guards something counts only when every replica refuses it: else the ones that refuse it keep their old
 * snapshot, and the others go on with the new one.
 */
export function refusals(input: RefusalsInput): RefusedFragment[] {
  const reports = input.reports.filter((report) => isOurs(report, input));
  const all = { ...input, reports };
  const known = input.index.refused.filter(
    (refused) => input.exists(refused.uid) && !isOutdated(refused, all),
  );
  for (const refused of reports.flatMap((report) => refusedBy(report, all))) {
    if (!known.some((other) => isSame(other, refused))) known.push(refused);
  }
  return known.filter((refused, place) => isKept(refused, known.slice(place + 1))).slice(-IN_ALL);
}

const isOurs = ({ service, instance }: Report, { replicas }: RefusalsInput): boolean =>
  replicas.get(service)?.has(instance) === true;

/** Of a guard, every version that refused it is remembered. */
const isSame = (a: RefusedFragment, b: RefusedFragment): boolean =>
  a.uid === b.uid && a.generation === b.generation && (b.guards !== true || a.by === b.by);

const isKept = ({ uid }: RefusedFragment, later: readonly RefusedFragment[]): boolean =>
  later.filter((other) => other.uid === uid).length < PER_OBJECT;

/**
 * A fragment that one version of a service refused is offered again when every replica of that service runs another version; a
 * guard as soon as one replica runs a version that has not refused it.
 */
function isOutdated(refused: RefusedFragment, { index, reports }: RefusalsInput): boolean {
  if (refused.guards === true) {
    const versions = new Set(
      index.refused.filter((other) => isForm(refused, other)).map(({ by }) => by),
    );
    const takers = reports.filter(({ service }) => takes(service, refused.section));
    return takers.some((report) => !versions.has(byOf(report)));
  }
  const [service] = refused.by.split(' ');
  const running = reports.filter((report) => report.service === service);
  return running.length > 0 && running.every((report) => byOf(report) !== refused.by);
}

type Form = Pick<RefusedFragment, 'uid' | 'generation'>;

const isForm = (a: Form, b: Form): boolean => a.uid === b.uid && a.generation === b.generation;

const takes = (service: string, section: string): boolean =>
  SNAPSHOT_SERVICES.some((name) => name === service && section in SECTIONS[name]);

const byOf = ({ service, version }: Report): string => `${service} ${version}`;

function refusedBy(report: Report, input: RefusalsInput): RefusedFragment[] {
  return errorsOf(report, input.index).flatMap(({ source, section, message }) => {
    if (!source) return [];
    const { uid, generation } = source;
    const fragment = present(report.service, section, source, input);
    if (!fragment) return [];
    const guarded = guardedSections(uid, input);
    if (guarded.length > 0 && !(guarded.includes(section) && allRefuse(source, section, input))) {
      return [];
    }
    const refused = { uid, generation, section, by: byOf(report) };
    const text = message.slice(0, MESSAGE_CHARACTERS);
    return [{ ...refused, message: text, ...(guarded.length > 0 ? { guards: true } : {}) }];
  });
}

/** What a replica says against the present snapshot. */
function errorsOf({ service, rejected }: Report, { history }: SnapshotIndex) {
  const snapshot = history[0]?.services[service];
  return snapshot && rejected?.digest === snapshot.digest ? rejected.errors : [];
}

/** The object's fragment in the present snapshot, where it is of that generation. */
function present(
  service: string,
  section: string,
  { uid, generation }: Form,
  { index, store }: RefusalsInput,
): object | undefined {
  const digest = index.history[0]?.services[service]?.sections[section];
  const fragment = store.fragments(digest ?? '')?.get(uid);
  return fragment?.generation === generation ? fragment : undefined;
}

/** The sections of the present snapshot in which the object guards something. */
function guardedSections(uid: string, { index, store }: RefusalsInput): string[] {
  const services = Object.values(index.history[0]?.services ?? {});
  return services.flatMap(({ sections }) =>
    Object.entries(sections).flatMap(([section, digest]) => {
      const fragment = store.fragments(digest)?.get(uid);
      return fragment && isGuard(section, fragment.value) ? [section] : [];
    }),
  );
}

/** Whether no replica that takes the section can use this form, and none is silent. */
function allRefuse(form: Form, section: string, input: RefusalsInput): boolean {
  return [...input.replicas].every(([service, names]) => {
    if (!takes(service, section)) return true;
    return [...names].every((name) => {
      const report = input.reports.find((one) => one.service === service && one.instance === name);
      const errors = report ? errorsOf(report, input.index) : [];
      return errors.some(({ source }) => source !== undefined && isForm(source, form));
    });
  });
}

/** What replicas refuse without consequence for what is handed out: they keep their old snapshot, and the people who run the platform should know. */
export function heldBack(
  reports: readonly Report[],
  index: SnapshotIndex,
  refused: readonly RefusedFragment[],
): string[] {
  return reports.flatMap((report) =>
    errorsOf(report, index).flatMap(({ source, section, message }) => {
      if (source && refused.some((one) => isForm(one, source))) return [];
      const what = source ? `${source.kind}/${source.name}` : section;
      return [`${report.service} replica ${report.instance}: ${what}: ${message}`];
    }),
  );
}
