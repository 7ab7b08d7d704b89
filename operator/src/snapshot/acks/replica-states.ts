import type { ReplicaState, ReplicaStates } from '@aicp/contracts/poll/replica-states';
import { compareManifests, type Manifest } from '@aicp/contracts/snapshot/manifest';
import type { SnapshotIndex } from '../commit/index-object.ts';
import type { SectionStore } from '../commit/section-store.ts';
import type { Report } from './ack-book.ts';

type Replicas = ReadonlyMap<string, ReadonlySet<string>>;

export interface StatesOptions {
  readonly index: SnapshotIndex;
  readonly known: Replicas;
  readonly expected: Replicas;
  readonly reports: readonly Report[];
  readonly store: Pick<SectionStore, 'fragments'>;
  /** metadata.uid of an object that is asked for. */
  readonly uid?: string | undefined;
}

/** What every replica of the installation runs, as it said last. Processes that are none of its replicas are not listed. */
export function replicaStatesOf(options: StatesOptions): ReplicaStates {
  const { index, known, reports } = options;
  const [served] = index.history;
  const said = new Map(reports.map((one) => [`${one.service}/${one.instance}`, one]));
  const replicas = [...known].flatMap(([service, names]) =>
    [...names].map((name) => stateOf(options, { service, name }, said.get(`${service}/${name}`))),
  );
  return {
    revision: served ? revisionOf(served) : null,
    installed: [...known.keys()].sort(),
    replicas: replicas.sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1)),
  };
}

const placeOf = ({ service, instance }: ReplicaState): string => `${service}/${instance}`;

const revisionOf = ({ epoch, revision }: Pick<Manifest, 'epoch' | 'revision'>): string =>
  `${epoch}.${revision}`;

interface Named {
  readonly service: string;
  readonly name: string;
}

function stateOf(options: StatesOptions, named: Named, report: Report | undefined): ReplicaState {
  const { service, name } = named;
  const ready = options.expected.get(service)?.has(name) ?? false;
  const place = { service, instance: name, ready };
  if (report) return { ...place, ...reported(options, report) };
  const unknown = { version: null, revision: null, behind_since: null, message: null };
  return { ...place, state: 'silent', ...unknown };
}

function reported(
  options: StatesOptions,
  report: Report,
): Omit<ReplicaState, 'service' | 'instance' | 'ready'> {
  const { service, applied, version, health } = report;
  const [served] = options.index.history;
  const wanted = served?.services[service]?.digest;
  const told = {
    version,
    revision: applied ? revisionOf(applied) : null,
    ...(health?.cache ? { cached_answers: health.cache.entries } : {}),
    ...ofObject(options, report),
  };
  if (wanted === undefined || applied?.digest === wanted) {
    return { ...told, state: 'up_to_date', behind_since: null, message: null };
  }
  const since = behindSince(options.index, service, applied);
  return { ...told, ...lagging(report, wanted), behind_since: since };
}

/** How a replica stands that does not run what it should. */
function lagging(
  { rejected }: Report,
  wanted: string,
): { readonly state: 'rejected' | 'behind'; readonly message: string | null } {
  if (rejected?.digest !== wanted) return { state: 'behind', message: null };
  return { state: 'rejected', message: rejected.errors[0]?.message ?? null };
}

/** When the oldest snapshot was committed that is newer than what a replica has, and another one. */
function behindSince(
  { history }: SnapshotIndex,
  service: string,
  applied: Manifest | null,
): string | null {
  const missed = history.filter(
    (one) =>
      one.services[service]?.digest !== applied?.digest &&
      (!applied || compareManifests(one, applied) > 0),
  );
  return missed.at(-1)?.at ?? null;
}

/** What a replica runs of the object that is asked for. */
function ofObject(
  { store, uid }: StatesOptions,
  { applied, rejected }: Report,
): Pick<ReplicaState, 'generation' | 'refused'> {
  if (uid === undefined) return {};
  const sections = Object.values(applied?.sections ?? {}).map((digest) => store.fragments(digest));
  const found = sections.flatMap((fragments) => fragments?.get(uid)?.generation ?? []);
  const isKnown = sections.every((fragments) => fragments !== undefined);
  const error = rejected?.errors.find(({ source }) => source?.uid === uid);
  return {
    ...(found.length > 0 || isKnown ? { generation: newest(found) } : {}),
    ...(error?.source
      ? { refused: { generation: error.source.generation, message: error.message } }
      : {}),
  };
}

const newest = (generations: readonly number[]): number | null =>
  generations.length > 0 ? Math.max(...generations) : null;
