import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import { MAX_WAIT_SECONDS, type PollResponse, type Rejection } from '@aicp/contracts/poll/poll';
import {
  compareManifests,
  type Manifest,
  type StoredSnapshot,
} from '@aicp/contracts/snapshot/manifest';
import { backoffMs } from '../time/backoff.ts';
import type { Clock } from '../time/clock.ts';
import type { PollClient } from './poll-client.ts';
import { isWhole, loadBootCopy, SnapshotStore } from './store.ts';

export type SnapshotOrigin = 'operator' | 'boot' | 'disk';

/** What a service makes of a snapshot: nothing to say, or the fragments that it cannot use. */
export type ApplySnapshot = (snapshot: StoredSnapshot) => readonly Rejection['errors'][number][];

export interface ReceiverOptions {
  readonly service: string;
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

/** The first poll gives up after this, so that a start without an operator is quick. */
const FIRST_POLL_MS = 3000;

/**
 * Keeps a service on the newest snapshot: operator first, else the newer of the boot copy and the last good one on disk, then long
 * polls for ever. What was applied once is never given up for being old.
 */
export class SnapshotReceiver {
  private readonly options: ReceiverOptions;
  private readonly store: SnapshotStore;
  private readonly stopping = new AbortController();
  private readonly metrics: ReturnType<typeof createReceiverMetrics>;
  private readonly startedAt: string;
  private current: StoredSnapshot | undefined;
  private rejected: Rejection | undefined;
  private saving: Promise<void> = Promise.resolve();
  private loop: Promise<void> | undefined;

  constructor(options: ReceiverOptions) {
    this.options = options;
    this.store = new SnapshotStore(options.directory);
    this.startedAt = new Date(options.clock.now()).toISOString();
    this.metrics = createReceiverMetrics(options.registry);
  }

  /** The snapshot that the service runs; undefined until it has one, and then it is not ready. */
  get applied(): Manifest | undefined {
    return this.current?.manifest;
  }

  /** Resolves when the first snapshot is applied or none could be had; polling goes on by itself. */
  async start(): Promise<void> {
    const first = await this.firstPoll();
    if (!first) await this.restore();
    this.loop = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.loop;
    await this.saving;
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

  private async restore(): Promise<void> {
    const { bootDirectory } = this.options;
    const boot = bootDirectory ? await loadBootCopy(bootDirectory) : undefined;
    const disk = await this.store.load();
    const bootIsNewer =
      boot !== undefined && (!disk || compareManifests(boot.manifest, disk.manifest) > 0);
    const snapshot = bootIsNewer ? boot : disk;
    if (snapshot) this.accept(snapshot, bootIsNewer ? 'boot' : 'disk');
  }

  private async run(): Promise<void> {
    let failures = 0;
    while (!this.stopping.signal.aborted) {
      try {
        const answer = await this.poll(MAX_WAIT_SECONDS / 2, this.stopping.signal);
        if (answer && !this.receive(answer)) await this.pause(failures);
        failures = 0;
      } catch (error) {
        await this.failed(error, failures);
        failures += 1;
      }
    }
  }

  private async failed(error: unknown, failures: number): Promise<void> {
    if (this.stopping.signal.aborted) return;
    this.metrics.pollErrors.inc();
    if (failures === 1) this.options.log.warn({ reason: messageOf(error) }, 'operator_unreachable');
    await this.pause(failures);
  }

  private async pause(failures: number): Promise<void> {
    const { clock, random } = this.options;
    const ms = backoffMs({ attempt: failures, baseMs: 250, maxMs: 10_000, random });
    await clock.sleep(ms, this.stopping.signal).catch((error: unknown) => {
      if (!this.stopping.signal.aborted) throw error;
    });
  }

  private async poll(waitSeconds: number, signal: AbortSignal): Promise<PollResponse | undefined> {
    const { client, service, instance, version } = this.options;
    return await client.poll(
      {
        instance: { service, name: instance, version, startedAt: this.startedAt },
        have: this.applied ?? null,
        applied: this.applied ?? null,
        rejected: this.rejected ?? null,
        wait_seconds: waitSeconds,
      },
      signal,
    );
  }

  /** Whether the answer moved the service forward, or is one that it will report as refused. */
  private receive(answer: PollResponse): boolean {
    if (this.current && compareManifests(answer.manifest, this.current.manifest) < 0) return false;
    const contents: Record<string, string> = {};
    for (const name of Object.keys(answer.manifest.sections)) {
      const bytes = answer.changed[name] ?? this.current?.contents[name];
      if (bytes !== undefined) contents[name] = bytes;
    }
    const snapshot = { manifest: answer.manifest, degraded: answer.degraded, contents };
    if (!isWhole(snapshot)) {
      this.options.log.warn({ revision: answer.manifest.revision }, 'snapshot_incomplete');
      return false;
    }
    if (this.accept(snapshot, 'operator')) this.save(snapshot);
    return true;
  }

  private accept(snapshot: StoredSnapshot, origin: SnapshotOrigin): boolean {
    const { epoch, revision, digest } = snapshot.manifest;
    const errors = this.options.apply(snapshot);
    if (errors.length > 0) {
      this.rejected = { digest, errors: errors.slice(0, 100) };
      this.metrics.rejected.inc();
      this.options.log.warn({ epoch, revision, errors }, 'snapshot_rejected');
      return false;
    }
    this.rejected = undefined;
    this.current = snapshot;
    this.metrics.applied(snapshot, origin, this.options.clock.now());
    this.options.log.info(
      { epoch, revision, origin, degraded: snapshot.degraded },
      'snapshot_applied',
    );
    return true;
  }

  private save(snapshot: StoredSnapshot): void {
    this.saving = this.saving
      .then(async () => {
        if (this.current === snapshot) await this.store.save(snapshot);
      })
      .catch((error: unknown) => {
        this.options.log.error({ err: error }, 'snapshot_not_saved');
      });
  }
}

function createReceiverMetrics(registry: Registry) {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const counter = (name: string, help: string) =>
    new Counter({ name, help, registers: [registry] });
  const epoch = gauge('aicp_config_epoch', 'Epoch of the snapshot in use.');
  const revision = gauge('aicp_config_revision', 'Revision of the snapshot in use.');
  const appliedAt = gauge('aicp_config_applied_timestamp_seconds', 'When it was applied.');
  const degraded = gauge('aicp_config_degraded', 'Objects whose absence may leave something open.');
  const from = gauge('aicp_config_source', 'Where it came from: 1 on that label.', ['source']);
  return {
    rejected: counter('aicp_snapshot_rejected_total', 'Snapshots that could not be applied.'),
    pollErrors: counter(
      'aicp_snapshot_poll_errors_total',
      'Polls that the operator did not answer.',
    ),
    applied(snapshot: StoredSnapshot, origin: SnapshotOrigin, nowMs: number): void {
      epoch.set(snapshot.manifest.epoch);
      revision.set(snapshot.manifest.revision);
      appliedAt.set(nowMs / 1000);
      degraded.set(snapshot.degraded.length);
      for (const label of ['operator', 'boot', 'disk'])
        from.set({ source: label }, label === origin ? 1 : 0);
    },
  };
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
