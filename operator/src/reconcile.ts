import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import { describeError, isAlreadyExists, isConflict } from '@aicp/common/kubernetes/errors';
import type { KubernetesObject } from '@aicp/common/kubernetes/objects';
import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import type { Compile, Compiled } from './compile/types.ts';
import type { Caches } from './control/caches.ts';
import { makeDefaults, type DefaultsOptions } from './control/defaults.ts';
import type { StatusWriter } from './control/status-writer.ts';
import { conditionOutcomes } from './condition-outcomes.ts';
import { OutcomeMemory } from './outcome-memory.ts';
import type { OperatorMetrics } from './metrics.ts';
import type { AckBook } from './snapshot/acks/ack-book.ts';
import { digestsOf, type CommittedIndex } from './snapshot/commit/committed-index.ts';
import type { SnapshotFeed } from './snapshot/serve/feed.ts';
import {
  readIndex,
  type RejectedFragment,
  type SnapshotIndex,
} from './snapshot/commit/index-object.ts';
import { furthestAhead, nextIndex, sectionDigests } from './snapshot/commit/next-index.ts';
import { previousOf } from './snapshot/commit/previous.ts';
import { knownReplicas } from './snapshot/acks/replicas.ts';
import { heldBack, rejections } from './snapshot/acks/rejections.ts';
import type { SectionStore } from './snapshot/commit/section-store.ts';

/** Everything that a round works with. */
export interface ReconcileParts {
  readonly api: KubernetesApi;
  readonly caches: Caches;
  readonly compile: Compile;
  readonly committed: CommittedIndex;
  readonly store: SectionStore;
  readonly feed: SnapshotFeed;
  readonly acks: AckBook;
  readonly status: StatusWriter;
  readonly defaults: DefaultsOptions;
  readonly isLeader: () => boolean;
  /** Whether every cache holds everything. */
  readonly hasSynced: () => boolean;
  /** What is wrong with the cluster's CRDs. */
  readonly crdProblems: () => readonly string[];
  readonly isTimeZone: (zone: string) => boolean;
  readonly metrics: OperatorMetrics;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The one loop: from what people want to what replicas run, and back to what people are told. It runs whenever anything changed. */
export class Reconciler {
  private readonly parts: ReconcileParts;
  private watched: SnapshotIndex | undefined;
  /** Of this leader, written with its first commit; undefined until it has read the index. */
  private term: number | undefined;
  private leaderSince = 0;
  private problems: readonly string[] = [];
  private heldBack = '';
  private readonly outcomes = new OutcomeMemory();
  private last: { version: number; rejected: string; compiled: Compiled } | undefined;

  constructor(parts: ReconcileParts) {
    this.parts = parts;
  }

  async reconcile(): Promise<void> {
    const { committed, feed, store } = this.parts;

    // 1. Every replica hands out what is committed. Only the leader goes on, with complete caches and CRDs that cut no field.
    if (!this.mayDecide()) {
      await this.handOutWatched();
      return;
    }

    // 2. The index as the API server has it, read anew if anybody else wrote it or seems to be ahead of it.
    const isAhead = this.furthest() !== undefined;
    if (!committed.isFresh || this.term === undefined || isAhead) await this.readIndex();

    // 3. The objects that exist from the start are made, each once.
    const made = await this.makeDefaults();

    // 4. What replicas could not use counts from now on.
    const rejected = this.rejections();

    // 5. All objects become sections, and a verdict on each.
    const compiled = this.compile(rejected);

    // 6. What is new is committed; the API server refuses it if this leader was deposed meanwhile.
    const next = nextIndex({
      index: committed.index,
      digests: digestsOf(compiled, store),
      degraded: compiled.degraded,
      refused: rejected,
      defaults: made,
      pin: committed.pin,
      furthest: this.furthest(),
      term: this.term ?? 0,
      now: new Date(this.parts.clock.now()).toISOString(),
    });
    if (next !== undefined || committed.isIncomplete) await this.commit(next ?? committed.index);

    // 7. The replicas that wait for it get it.
    this.publish(feed, committed.index);

    // 8. Every object is told what became of it.
    const outcomes = conditionOutcomes(compiled, {
      ...this.parts,
      leaderSince: this.leaderSince,
      memory: this.outcomes,
    });
    this.parts.status.update(outcomes.all, outcomes.changed);
  }

  /** The index as a watch tells of it. */
  indexChanged(object: KubernetesObject | undefined): void {
    this.watched = object && readIndex(object);
    this.parts.committed.noticed(object);
  }

  /** Another process leads now, or this one: what was known as a leader is worth nothing. */
  leaderChanged(): void {
    this.term = undefined;
    this.last = undefined;
    this.leaderSince = this.parts.clock.monotonic();
    this.parts.committed.distrust();
    this.outcomes.forget();
    if (!this.parts.isLeader()) this.parts.status.forget();
  }

  /** What all objects came to last, by section; undefined until this process has compiled anything as a leader. */
  get fragments(): Compiled['fragments'] | undefined {
    return this.last?.compiled.fragments;
  }

  /** Why this process is of no use now; undefined where it is. */
  get notReady(): string | undefined {
    if (!this.parts.hasSynced()) return 'not all objects are read yet';
    if (this.problems.length > 0) return this.problems.join('; ');
    return this.parts.feed.hasSnapshot ? undefined : 'no snapshot is committed yet';
  }

  private mayDecide(): boolean {
    const { isLeader, hasSynced, crdProblems, log, metrics } = this.parts;
    metrics.leader.set(isLeader() ? 1 : 0);
    if (!hasSynced()) return false;
    const before = this.problems.join();
    this.problems = crdProblems();
    metrics.crdProblems.set(this.problems.length);
    if (this.problems.join() !== before) {
      const [level, event] =
        this.problems.length > 0
          ? (['error', 'crds_not_usable'] as const)
          : (['info', 'crds_usable'] as const);
      log[level]({ problems: this.problems }, event);
    }
    return this.problems.length === 0 && isLeader();
  }

  private async handOutWatched(): Promise<void> {
    const { api, defaults, feed, store } = this.parts;
    if (!this.watched) return;
    await store.load(api, defaults.namespace, this.watched);
    this.publish(feed, this.watched);
  }

  private async readIndex(): Promise<void> {
    const { committed, log } = this.parts;
    await committed.read();
    this.last = undefined;
    const { term } = committed.index;
    if (this.term === term) return;
    this.term = term + 1;
    log.info({ term: this.term }, 'index_taken_over');
  }

  /** Without them the rest works, so a missing permission to make them holds up nothing. */
  private async makeDefaults(): Promise<readonly string[]> {
    const { committed, defaults, log } = this.parts;
    try {
      return await makeDefaults(defaults, committed.index.defaults);
    } catch (error) {
      log.warn({ reason: describeError(error) }, 'defaults_not_made');
      return committed.index.defaults;
    }
  }

  private furthest() {
    const { acks, committed } = this.parts;
    const applied = acks.all().flatMap((report) => report.applied ?? []);
    return furthestAhead(
      [...applied, ...(committed.furthest ? [committed.furthest] : [])],
      committed.index,
    );
  }

  private rejections(): RejectedFragment[] {
    const { acks, caches, committed, log, store } = this.parts;
    const { index } = committed;
    let uids: ReadonlySet<string> | undefined;
    const exists = (uid: string): boolean => {
      uids ??= new Set(Array.from(caches.sources(), (source) => source.uid));
      return uids.has(uid);
    };
    const reports = acks.all();
    const replicas = knownReplicas(caches.slices());
    const rejected = rejections({ index, store, reports, replicas, exists });
    const known = new Set(index.refused.map(({ uid, generation }) => `${uid} ${generation}`));
    for (const fragment of rejected) {
      if (known.has(`${fragment.uid} ${fragment.generation}`)) continue;
      log.warn({ fragment }, 'fragment_refused');
    }
    this.warnOfHeldBack(heldBack(reports, index, rejected));
    return rejected;
  }

  /** Replicas that keep their old snapshot fall behind in everything: the people who run the platform have to know. */
  private warnOfHeldBack(rejectionTexts: readonly string[]): void {
    const text = rejectionTexts.join('\n');
    if (text !== '' && text !== this.heldBack) {
      this.parts.log.warn({ refusals: rejectionTexts }, 'snapshot_refused');
    }
    this.heldBack = text;
  }

  private compile(rejected: readonly RejectedFragment[]): Compiled {
    const { caches, committed, compile, isTimeZone, metrics, store } = this.parts;
    const { version } = caches;
    const rejectedText = JSON.stringify(rejected);
    if (this.last?.version === version && this.last.rejected === rejectedText) {
      return this.last.compiled;
    }
    const end = metrics.compileSeconds.startTimer();
    const { edits } = caches;
    const compiled = compile(
      {
        objects: caches.sources(),
        bindings: caches.bindings,
        secret: (name) => caches.secret(name),
        isTimeZone,
        edits,
      },
      previousOf(committed.index, rejected, store),
    );
    end();
    caches.compiled();
    const { since, verdicts } = compiled;
    const uids = since
      ? [...since.changed.map(({ object }) => object.uid), ...(edits?.bound ?? [])]
      : verdicts.keys();
    for (const uid of uids) {
      const verdict = verdicts.get(uid);
      if (verdict) caches.bind(uid, { owner: verdict.owner, parent: verdict.parent });
    }
    this.last = { version, rejected: rejectedText, compiled };
    return compiled;
  }

  private async commit(next: SnapshotIndex): Promise<void> {
    const { committed, log, metrics } = this.parts;
    const before = committed.index.history[0];
    try {
      await committed.commit(next);
    } catch (error) {
      if (isConflict(error) || isAlreadyExists(error)) {
        metrics.commitConflicts.inc();
        this.term = undefined;
      }
      throw error;
    }
    const [current] = next.history;
    if (!current || current.revision === before?.revision) return;
    metrics.commits.inc();
    const { epoch, revision, degraded } = current;
    log.info({ epoch, revision, degraded }, 'snapshot_committed');
    if (before && epoch > before.epoch) log.warn({ epoch, before: before.epoch }, 'epoch_opened');
  }

  private publish(feed: SnapshotFeed, index: SnapshotIndex): void {
    const { acks, metrics, store } = this.parts;
    feed.publish(index, store);
    const running = acks.all().flatMap(({ applied }) => Object.values(applied?.sections ?? {}));
    const served = sectionDigests(index.history.slice(0, 1));
    store.keepOnly([...sectionDigests(index.history), ...running], served);
    const [current] = index.history;
    metrics.epoch.set(current?.epoch ?? 0);
    metrics.revision.set(current?.revision ?? 0);
    metrics.degraded.set(current?.degraded.length ?? 0);
  }
}
