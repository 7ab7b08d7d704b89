import { isGuard, SECTIONS } from '@aicp/contracts/snapshot/sections';
import { SNAPSHOT_SERVICES } from '@aicp/contracts/snapshot/sections/kit/section';
import type { RejectedFragment, SnapshotIndex } from '../commit/index-object.ts';
import type { SectionStore } from '../commit/section-store.ts';
import type { Report } from './ack-book.ts';

/** Most rejected forms that are remembered: for one object, and in all. */
const PER_OBJECT = 5;
const IN_ALL = 200;
const MESSAGE_CHARACTERS = 500;

export interface RejectionsInput {
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
 * already whose objects still exist, and those named in rejections of the present snapshot. A rejection of an older one has been dealt
 * with. A fragment that guards something counts only when every replica rejects it: else the ones that reject it keep their old
 * snapshot, and the others go on with the new one.
 */
export function rejections(input: RejectionsInput): RejectedFragment[] {
  const reports = input.reports.filter((report) => isOurs(report, input));
  const all = { ...input, reports };
  const known = input.index.refused.filter(
    (rejected) => input.exists(rejected.uid) && !isOutdated(rejected, all),
  );
  for (const rejected of reports.flatMap((report) => rejectedBy(report, all))) {
    if (!known.some((other) => isSame(other, rejected))) known.push(rejected);
  }
  return known.filter((rejected, place) => isKept(rejected, known.slice(place + 1))).slice(-IN_ALL);
}

const isOurs = ({ service, instance }: Report, { replicas }: RejectionsInput): boolean =>
  replicas.get(service)?.has(instance) === true;

/** Of a guard, every version that rejected it is remembered. */
const isSame = (a: RejectedFragment, b: RejectedFragment): boolean =>
  a.uid === b.uid && a.generation === b.generation && (b.guards !== true || a.by === b.by);

const isKept = ({ uid }: RejectedFragment, later: readonly RejectedFragment[]): boolean =>
  later.filter((other) => other.uid === uid).length < PER_OBJECT;

/**
 * A fragment that one version of a service rejected is offered again when every replica of that service runs another version; a
 * guard as soon as one replica runs a version that has not rejected it.
 */
function isOutdated(rejected: RejectedFragment, { index, reports }: RejectionsInput): boolean {
  if (rejected.guards === true) {
    const versions = new Set(
      index.refused.filter((other) => isForm(rejected, other)).map(({ by }) => by),
    );
    const takers = reports.filter(({ service }) => takes(service, rejected.section));
    return takers.some((report) => !versions.has(byOf(report)));
  }
  const [service] = rejected.by.split(' ');
  const running = reports.filter((report) => report.service === service);
  return running.length > 0 && running.every((report) => byOf(report) !== rejected.by);
}

type Form = Pick<RejectedFragment, 'uid' | 'generation'>;

const isForm = (a: Form, b: Form): boolean => a.uid === b.uid && a.generation === b.generation;

const takes = (service: string, section: string): boolean =>
  SNAPSHOT_SERVICES.some((name) => name === service && section in SECTIONS[name]);

const byOf = ({ service, version }: Report): string => `${service} ${version}`;

function rejectedBy(report: Report, input: RejectionsInput): RejectedFragment[] {
  return errorsOf(report, input.index).flatMap(({ source, section, message }) => {
    if (!source) return [];
    const { uid, generation } = source;
    const fragment = present(report.service, section, source, input);
    if (!fragment) return [];
    const guarded = guardedSections(uid, input);
    if (guarded.length > 0 && !(guarded.includes(section) && allReject(source, section, input))) {
      return [];
    }
    const rejected = { uid, generation, section, by: byOf(report) };
    const text = message.slice(0, MESSAGE_CHARACTERS);
    return [{ ...rejected, message: text, ...(guarded.length > 0 ? { guards: true } : {}) }];
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
  { index, store }: RejectionsInput,
): object | undefined {
  const digest = index.history[0]?.services[service]?.sections[section];
  const fragment = store.fragments(digest ?? '')?.get(uid);
  return fragment?.generation === generation ? fragment : undefined;
}

/** The sections of the present snapshot in which the object guards something. */
function guardedSections(uid: string, { index, store }: RejectionsInput): string[] {
  const services = Object.values(index.history[0]?.services ?? {});
  return services.flatMap(({ sections }) =>
    Object.entries(sections).flatMap(([section, digest]) => {
      const fragment = store.fragments(digest)?.get(uid);
      return fragment && isGuard(section, fragment.value) ? [section] : [];
    }),
  );
}

/** Whether no replica that takes the section can use this form, and none is silent. */
function allReject(form: Form, section: string, input: RejectionsInput): boolean {
  return [...input.replicas].every(([service, names]) => {
    if (!takes(service, section)) return true;
    return [...names].every((name) => {
      const report = input.reports.find((one) => one.service === service && one.instance === name);
      const errors = report ? errorsOf(report, input.index) : [];
      return errors.some(({ source }) => source !== undefined && isForm(source, form));
    });
  });
}

/** What replicas reject without consequence for what is handed out: they keep their old snapshot, and the people who run the platform should know. */
export function heldBack(
  reports: readonly Report[],
  index: SnapshotIndex,
  rejected: readonly RejectedFragment[],
): string[] {
  return reports.flatMap((report) =>
    errorsOf(report, index).flatMap(({ source, section, message }) => {
      if (source && rejected.some((one) => isForm(one, source))) return [];
      const what = source ? `${source.kind}/${source.name}` : section;
      return [`${report.service} replica ${report.instance}: ${what}: ${message}`];
    }),
  );
}
