import type { RefusedFragment, SnapshotIndex } from '../commit/index-object.ts';
import type { Report } from './ack-book.ts';
import type { SectionStore } from '../commit/section-store.ts';

/** Of the fragments of one object, so many refused forms are remembered; of all objects together, so many. */
const PER_OBJECT = 5;
const IN_ALL = 200;
const MESSAGE_CHARACTERS = 500;

export interface RefusalsInput {
  readonly index: SnapshotIndex;
  readonly reports: readonly Report[];
  readonly store: Pick<SectionStore, 'fragments'>;
  /** The present objects' uids. */
  readonly exists: (uid: string) => boolean;
}

/**
 * The fragments that replicas could not use: those known already whose objects still exist, and those named in refusals of the
 * present snapshot. A refusal of an older one has been dealt with.
 */
export function refusals(input: RefusalsInput): RefusedFragment[] {
  const known = input.index.refused.filter(
    (refused) => input.exists(refused.uid) && !isOutdated(refused, input.reports),
  );
  for (const refused of input.reports.flatMap((report) => refusedBy(report, input))) {
    const isKnown = known.some(
      ({ uid, generation }) => uid === refused.uid && generation === refused.generation,
    );
    if (!isKnown) known.push(refused);
  }
  return known.filter((refused, place) => isKept(refused, known.slice(place + 1))).slice(-IN_ALL);
}

const isKept = ({ uid }: RefusedFragment, later: readonly RefusedFragment[]): boolean =>
  later.filter((other) => other.uid === uid).length < PER_OBJECT;

/** A fragment that one version of a service refused is offered again when every replica of that service runs another version. */
function isOutdated(refused: RefusedFragment, reports: readonly Report[]): boolean {
  const [service] = refused.by.split(' ');
  const versions = reports.filter((report) => report.service === service);
  return versions.length > 0 && versions.every((report) => byOf(report) !== refused.by);
}

const byOf = ({ service, version }: Report): string => `${service} ${version}`;

function refusedBy(report: Report, { index, store }: RefusalsInput): RefusedFragment[] {
  const snapshot = index.history[0]?.services[report.service];
  if (!snapshot || report.rejected?.digest !== snapshot.digest) return [];
  return report.rejected.errors.flatMap(({ source, section, message }) => {
    const fragments = store.fragments(snapshot.sections[section] ?? '');
    const fragment = source && fragments?.get(source.uid);
    if (!fragment || fragment.generation !== source.generation) return [];
    return [
      {
        uid: source.uid,
        generation: source.generation,
        section,
        message: message.slice(0, MESSAGE_CHARACTERS),
        by: byOf(report),
      },
    ];
  });
}

/** What replicas refuse without naming an object: nobody can be told but the people who run the platform. */
export function unattributed(reports: readonly Report[], index: SnapshotIndex): string[] {
  return reports.flatMap((report) => {
    const snapshot = index.history[0]?.services[report.service];
    if (!snapshot || report.rejected?.digest !== snapshot.digest) return [];
    const anonymous = report.rejected.errors.filter(({ source }) => source === undefined);
    return anonymous.map(
      ({ section, message }) =>
        `${report.service} replica ${report.instance}: ${section}: ${message}`,
    );
  });
}
