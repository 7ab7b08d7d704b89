import { PollClient, type PollAnswer } from '@aicp/common/snapshot/poll-client';
import { isWhole } from '@aicp/common/snapshot/store';
import type { FindingsReport } from '@aicp/contracts/poll/findings-report';
import type { HealthReport } from '@aicp/contracts/poll/health-report';
import type { SpendReport } from '@aicp/contracts/poll/spend-report';
import type { PollResponse, Rejection } from '@aicp/contracts/poll/poll';
import type { StoredSnapshot } from '@aicp/contracts/snapshot/manifest';
import type { SnapshotService } from '@aicp/contracts/snapshot/sections/kit/section';

export interface FakeReplicaOptions {
  readonly name: string;
  /** The gateway where none is named. */
  readonly service?: SnapshotService;
  readonly token?: string;
  /** Asked before each poll, so that it may move from one operator to another. */
  readonly operatorUrl: () => string;
  /** What it runs already. */
  readonly applied?: StoredSnapshot;
  /** What it cannot use of a snapshot. */
  readonly refuses?: (snapshot: StoredSnapshot) => Rejection['errors'];
}

/** A replica of a service, as an operator sees it: polls, applies or refuses, and says so. */
export class FakeReplica {
  applied: StoredSnapshot | undefined;
  /** Every snapshot applied, in order. */
  readonly history: StoredSnapshot[] = [];
  /** While true, it answers nothing and asks nothing. */
  paused = false;
  /** What it reports with its next poll. */
  health: HealthReport | undefined;
  spend: SpendReport | undefined;
  findings: FindingsReport | undefined;
  private readonly options: FakeReplicaOptions;
  private readonly stopping = new AbortController();
  private rejected: Rejection | null = null;
  private running: Promise<void> | undefined;
  private readonly clients = new Map<string, PollClient>();

  constructor(options: FakeReplicaOptions) {
    this.options = options;
    this.applied = options.applied;
  }

  start(): this {
    this.running ??= this.run();
    return this;
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    await Promise.all([...this.clients.values()].map((client) => client.close()));
  }

  /** The fragments that it runs, by section. */
  fragments(section: string): Record<string, unknown>[] {
    const bytes = this.applied?.contents[section] ?? '[]';
    return JSON.parse(bytes) as Record<string, unknown>[];
  }

  /** One poll; waits so long for something newer. */
  async poll(waitSeconds: number): Promise<PollAnswer> {
    const manifest = this.applied?.manifest ?? null;
    const { name } = this.options;
    return await this.client().poll(
      {
        instance: { service: this.service, name, version: '1', startedAt: 'now' },
        have: manifest,
        applied: manifest,
        rejected: this.rejected,
        health: this.health,
        spend: this.spend,
        findings: this.findings,
        wait_seconds: waitSeconds,
      },
      this.stopping.signal,
    );
  }

  private get service(): SnapshotService {
    return this.options.service ?? 'gateway';
  }

  private client(): PollClient {
    const operatorUrl = this.options.operatorUrl();
    const token = this.options.token ?? `${this.service}-token`;
    const client =
      this.clients.get(operatorUrl) ??
      new PollClient({ operatorUrl, token: () => Promise.resolve(token) });
    this.clients.set(operatorUrl, client);
    return client;
  }

  private isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  private async run(): Promise<void> {
    while (!this.isStopped()) {
      try {
        const answer = this.paused ? undefined : await this.poll(20);
        if (answer?.newer) this.take(answer.newer);
        else await pause(5);
      } catch (error) {
        if (this.isStopped()) return;
        if (!(error instanceof Error)) throw error;
        await pause(20);
      }
    }
  }

  private take({ manifest, degraded, changed }: PollResponse): void {
    const contents = { ...this.applied?.contents, ...changed };
    const snapshot = { manifest, degraded, contents };
    if (!isWhole(snapshot)) throw new Error('the snapshot is not whole');
    const errors = this.options.refuses?.(snapshot) ?? [];
    this.rejected = errors.length > 0 ? { digest: manifest.digest, errors } : null;
    if (errors.length > 0) return;
    this.applied = snapshot;
    this.history.push(snapshot);
  }
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
