import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { MAX_WAIT_SECONDS, type PollResponse, type Rejection } from '@aicp/contracts/poll/poll';
import {
  compareManifests,
  type Manifest,
  type StoredSnapshot,
} from '@aicp/contracts/snapshot/manifest';
import { backoffMs } from '../time/backoff.ts';
import type { SnapshotService } from '@aicp/contracts/snapshot/sections/kit/section';
import type { Clock } from '../time/clock.ts';
import type { PollAnswer, PollClient } from './poll-client.ts';
import { PollReports, toldIn, type Reports, type ReportSources } from './poll-reports.ts';
import { createReceiverMetrics, type SnapshotOrigin } from './receiver-metrics.ts';
import { ReplicaCount } from './replica-count.ts';
import { isWhole, loadBootCopy, SnapshotStore } from './store.ts';

/** What a service runs, and since when. */
export interface ReceiverStatus {
  readonly manifest: Manifest;
  readonly origin: SnapshotOrigin;
  /** Milliseconds since 1970. */
  readonly appliedAt: number;
  /** Objects that are not in it, and whose absence may leave something open. */
  readonly degraded: readonly string[];
}

/** What a service makes of a snapshot: nothing to say, or the fragments that it cannot use. */
export type ApplySnapshot = (snapshot: StoredSnapshot) => readonly Rejection['errors'][number][];

export interface ReceiverOptions extends ReportSources {
  readonly service: SnapshotService;
  readonly instance: string;
  readonly version: string;
  readonly client: Pick<PollClient, 'poll' | 'close'>;
  /** Where the last good snapshot is kept. */
  readonly directory: string;
  /** Where the boot copy is mounted, in a cluster. */
  readonly bootDirectory?: string;
  /** Builds the indexes and swaps them in, all or nothing. */
  readonly apply: ApplySnapshot;
  readonly log: Logger;
  readonly clock: Clock;
  readonly random: () => number;
  readonly registry: Registry;
}

/** After so many failed polls, which take some ten seconds, it is no mere restart of the operator, and is logged as a warning. */
const SILENCE = 6;

/** The first poll gives up after this, so that a start without an operator is quick. */
const FIRST_POLL_MS = 3000;

/**
 * Keeps a service on the newest snapshot: operator first, else the newer of the boot copy and the last good one on disk, then long
 * polls until it is stopped. A snapshot that was applied stays in use however old it becomes.
 */
export class SnapshotReceiver {
  private readonly options: ReceiverOptions;
  private readonly store: SnapshotStore;
  private readonly stopping = new AbortController();
  private readonly metrics: ReturnType<typeof createReceiverMetrics>;
  private readonly startedAt: string;
  private readonly reports: PollReports;
  private readonly replicas: ReplicaCount;
  private current: StoredSnapshot | undefined;
  private running: ReceiverStatus | undefined;
  private rejected: Rejection | undefined;
  private polls = 0;
  private saving: Promise<void> = Promise.resolve();
  private loop: Promise<void> | undefined;

  constructor(options: ReceiverOptions) {
    this.options = options;
    this.store = new SnapshotStore(options.directory);
    this.startedAt = new Date(options.clock.now()).toISOString();
    this.metrics = createReceiverMetrics(options.registry);
    this.reports = new PollReports(options, options.clock);
    const { directory, log } = options;
    this.replicas = new ReplicaCount({ file: `${directory}.replicas`, log });
  }

  /** The snapshot that the service runs; undefined until it has one, and then it is not ready. */
  get applied(): Manifest | undefined {
    return this.current?.manifest;
  }

  /** The same, with where it came from and when; undefined until there is one. */
  get status(): ReceiverStatus | undefined {
    return this.running;
  }

  /** How many replicas of this service there are, this one among them: as the operator said last, before a restart too. At least 1. */
  expectedReplicas(): number {
    return this.replicas.value;
  }

  /** Resolves when the first snapshot is applied or none could be had; polling goes on by itself. */
  async start(): Promise<void> {
    await this.replicas.restore();
    const first = await this.firstPoll();
    if (!first) await this.restore();
    this.loop = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.loop;
    await Promise.all([this.saving, this.replicas.saved()]);
    await this.options.client.close();
  }

  private async firstPoll(): Promise<boolean> {
    const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(FIRST_POLL_MS)]);
    try {
      const answer = await this.poll(0, signal);
      if (answer) this.receive(answer);
    } catch (error) {
      this.options.log.info({ reason: messageOf(error) }, 'operator_not_reached_at_start');
    }
    return this.current !== undefined;
  }

  /** Tries the copies at hand, the newest first; the other where that one can't be applied. */
  private async restore(): Promise<void> {
    const { bootDirectory } = this.options;
    const boot = bootDirectory ? await this.bootCopy(bootDirectory) : undefined;
    const disk = await this.store.restore(({ why, movedTo }) => {
      const hint =
        movedTo === undefined
          ? 'Remove it, or let this service write in its data directory.'
          : 'It can be removed; the next snapshot is saved anew.';
      this.options.log.warn({ reason: why, moved_to: movedTo, hint }, 'snapshot_copy_unreadable');
    });
    const copies = [
      ...(disk ? [{ snapshot: disk, origin: 'disk' as const }] : []),
      ...(boot ? [{ snapshot: boot, origin: 'boot' as const }] : []),
    ].sort((a, b) => compareManifests(b.snapshot.manifest, a.snapshot.manifest));
    for (const { snapshot, origin } of copies) if (this.accept(snapshot, origin)) return;
  }

  private async bootCopy(directory: string): Promise<StoredSnapshot | undefined> {
    try {
      return await loadBootCopy(directory);
    } catch (error) {
      const hint = 'Look at the mount of the boot copy; the copy on disk or the operator serves.';
      this.options.log.warn({ reason: messageOf(error), hint }, 'boot_copy_unreadable');
      return undefined;
    }
  }

  private async run(): Promise<void> {
    let failures = 0;
    while (!this.stopping.signal.aborted) {
      try {
        const answer = await this.poll(MAX_WAIT_SECONDS / 2, this.stopping.signal);
        if (failures > SILENCE) this.options.log.info({}, 'operator_reached');
        failures = 0;
        if (answer && !this.receive(answer)) await this.pause(failures);
      } catch (error) {
        await this.failed(error, failures);
        failures += 1;
      }
    }
  }

  private async failed(error: unknown, failures: number): Promise<void> {
    if (this.stopping.signal.aborted) return;
    this.metrics.pollErrors.inc();
    if (failures === SILENCE)
      this.options.log.warn({ reason: messageOf(error) }, 'operator_unreachable');
    await this.pause(failures);
  }

  private async pause(failures: number): Promise<void> {
    const { clock, random } = this.options;
    const ms = backoffMs({ attempt: failures, baseMs: 250, maxMs: 10_000, random });
    await clock.sleep(ms, this.stopping.signal).catch((error: unknown) => {
      if (!this.stopping.signal.aborted) throw error;
    });
  }

  /** What is newer; undefined too where the poll ended early, so that the next one tells what is new here. */
  private async poll(waitSeconds: number, signal: AbortSignal): Promise<PollResponse | undefined> {
    const answer = await this.reports.tell(waitSeconds, signal, (seconds, reports, ended) =>
      this.ask(seconds, reports, ended),
    );
    this.replicas.take(answer?.expectedReplicas);
    return answer?.newer;
  }

  private async ask(
    waitSeconds: number,
    reports: Reports,
    signal: AbortSignal,
  ): Promise<PollAnswer> {
    const { client, service, instance, version } = this.options;
    this.polls += 1;
    return await client.poll(
      {
        instance: { service, name: instance, version, startedAt: this.startedAt },
        have: this.applied ?? null,
        applied: this.applied ?? null,
        rejected: this.rejected ?? null,
        number: this.polls,
        ...toldIn(reports),
        wait_seconds: waitSeconds,
      },
      signal,
    );
  }

  /** Whether the answer moved the service forward, or is one that it will report as refused. What was refused once is not tried again. */
  private receive(answer: PollResponse): boolean {
    if (answer.manifest.digest === this.rejected?.digest) return false;
    if (this.current && !isNewer(answer.manifest, this.current.manifest)) return false;
    const { manifest, degraded } = answer;
    const snapshot = { manifest, degraded, contents: this.contentsOf(answer) };
    if (!isWhole(snapshot, this.current)) {
      this.options.log.warn({ revision: answer.manifest.revision }, 'snapshot_incomplete');
      return false;
    }
    if (this.accept(snapshot, 'operator')) this.save(snapshot);
    return true;
  }

  /** What changed, over what is there. */
  private contentsOf({ manifest, changed }: PollResponse): Record<string, string> {
    const contents: Record<string, string> = {};
    for (const name of Object.keys(manifest.sections)) {
      const bytes = changed[name] ?? this.current?.contents[name];
      if (bytes !== undefined) contents[name] = bytes;
    }
    return contents;
  }

  private accept(snapshot: StoredSnapshot, origin: SnapshotOrigin): boolean {
    const { epoch, revision, digest } = snapshot.manifest;
    const errors = this.apply(snapshot);
    if (errors.length > 0) {
      this.rejected = { digest, errors: errors.slice(0, 100) };
      this.metrics.rejected.inc();
      this.options.log.warn({ epoch, revision, errors }, 'snapshot_rejected');
      return false;
    }
    const appliedAt = this.options.clock.now();
    this.rejected = undefined;
    this.current = snapshot;
    const { manifest, degraded } = snapshot;
    this.running = { manifest, origin, appliedAt, degraded };
    this.metrics.applied(snapshot, origin, appliedAt);
    this.options.log.info({ epoch, revision, origin, degraded }, 'snapshot_applied');
    return true;
  }

  /** A service that trips over a snapshot refuses it, and goes on with what it has. */
  private apply(snapshot: StoredSnapshot): ReturnType<ApplySnapshot> {
    try {
      return this.options.apply(snapshot);
    } catch (error) {
      this.options.log.error({ err: error }, 'snapshot_apply_failed');
      return [{ section: '', message: messageOf(error) }];
    }
  }

  private save(snapshot: StoredSnapshot): void {
    this.saving = this.saving
      .then(async () => {
        if (this.current !== snapshot) return;
        const files = await this.store.save(snapshot);
        if (files.length === 0) return;
        const hint = 'Somebody or something changed the saved snapshot: look at the disk.';
        this.options.log.warn({ files, hint }, 'snapshot_copy_mended');
      })
      .catch((error: unknown) => {
        this.options.log.error({ err: error }, 'snapshot_not_saved');
      });
  }
}

/** Whether a manifest is a step forward: later, or another at the same place. */
function isNewer(manifest: Manifest, current: Manifest): boolean {
  const order = compareManifests(manifest, current);
  return order > 0 || (order === 0 && manifest.digest !== current.digest);
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
