import { V1MicroTime } from '@kubernetes/client-node/dist/types.js';
import { z } from 'zod';
import type { Logger } from '../log/logger.ts';
import type { Clock } from '../time/clock.ts';
import type { KubernetesApi } from './api.ts';
import { describeError, isAlreadyExists, isConflict } from './errors.ts';
import { LEASES, type KubernetesObject } from './objects.ts';

export interface LeaseElectionOptions {
  readonly api: Pick<KubernetesApi, 'get' | 'create' | 'replace'>;
  readonly namespace: string;
  readonly name: string;
  /** Unique among those that stand for election. */
  readonly identity: string;
  /** Written on the Lease, so that the others know how to reach the leader. */
  readonly annotations: Readonly<Record<string, string>>;
  /** How long a Lease is good without renewal, ms. */
  readonly durationMs: number;
  /** Pause between two looks at it, ms; well below the duration. */
  readonly retryMs: number;
  /** Told of every change of the leader, this process or another. */
  readonly onChange: (leader: Leader | undefined) => void;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface Leader {
  readonly identity: string;
  readonly annotations: Readonly<Record<string, string>>;
  /** Changes of hands so far. */
  readonly term: number;
}

const leaseSpec = z.object({
  holderIdentity: z.string().optional(),
  leaseDurationSeconds: z.number().optional(),
  leaseTransitions: z.number().optional(),
  acquireTime: z.string().optional(),
  renewTime: z.string().optional(),
});
type LeaseSpec = z.output<typeof leaseSpec>;

/**
 * Elects one of several processes by a Lease. Clocks of machines are never compared: a Lease counts as given up when it has not
 * changed for its duration by this process's own clock. Being the leader is a belief that may be late by a moment; what must not be
 * done twice needs a fence of its own.
 */
export class LeaseElection {
  private readonly options: LeaseElectionOptions;
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;
  private seenVersion = '';
  private seenAt = Number.NEGATIVE_INFINITY;
  private renewedAt = Number.NEGATIVE_INFINITY;
  private current: Leader | undefined;

  constructor(options: LeaseElectionOptions) {
    this.options = options;
  }

  /** False as soon as a renewal is overdue, without asking anybody: a process that was stopped for a while knows when it wakes. */
  get isLeader(): boolean {
    const age = this.options.clock.monotonic() - this.renewedAt;
    return this.current?.identity === this.options.identity && age < this.options.durationMs;
  }

  get leader(): Leader | undefined {
    return this.current;
  }

  start(): void {
    this.running ??= this.run();
  }

  /** Stops standing, and gives the Lease up at once where it is held. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    if (!this.isLeader) return;
    try {
      await this.inTime(this.release());
    } catch (error) {
      this.options.log.info({ reason: describeError(error) }, 'lease_not_released');
    }
  }

  private async run(): Promise<void> {
    const { clock, retryMs, log } = this.options;
    while (!this.stopping.signal.aborted) {
      try {
        await this.inTime(this.look());
      } catch (error) {
        log.info({ reason: describeError(error) }, 'lease_not_reached');
      }
      this.leaveIfOverdue();
      await clock.sleep(retryMs, this.stopping.signal).catch((error: unknown) => {
        if (!this.stopping.signal.aborted) throw error;
      });
    }
  }

  private leaveIfOverdue(): void {
    if (this.current?.identity === this.options.identity && !this.isLeader) this.lead(undefined);
  }

  /** Gives up on a server that does not answer while there is still time to ask once more. */
  private async inTime(attempt: Promise<void>): Promise<void> {
    const { clock, durationMs } = this.options;
    const answered = new AbortController();
    const late = clock.sleep(durationMs / 3, answered.signal).then(
      () => {
        throw new Error('the API server does not answer');
      },
      () => undefined,
    );
    await Promise.race([attempt, late]).finally(() => {
      answered.abort();
    });
  }

  /** One look at the Lease: renew it where it is ours, take it where it is free, else remember who holds it. */
  private async look(): Promise<void> {
    const { api, namespace, name, identity, clock } = this.options;
    const began = clock.monotonic();
    const lease = await api.get(LEASES, { namespace, name });
    const spec = leaseSpec.safeParse(lease?.['spec']).data ?? {};
    this.observe(lease);
    const mine = spec.holderIdentity === identity;
    if (!mine && lease && !this.isFree(spec)) {
      this.lead(toLeader(lease, spec));
      return;
    }
    // A lead that ran out, or a former process of this name held, begins anew: the others have to hear of it.
    await this.write(lease, this.nextSpec(spec, mine && this.isLeader), began);
  }

  private observe(lease: KubernetesObject | undefined): void {
    const version = lease?.metadata.resourceVersion ?? '';
    if (version === this.seenVersion) return;
    this.seenVersion = version;
    this.seenAt = this.options.clock.monotonic();
  }

  private isFree(spec: LeaseSpec): boolean {
    if (!spec.holderIdentity) return true;
    const durationMs = (spec.leaseDurationSeconds ?? 0) * 1000;
    return this.options.clock.monotonic() - this.seenAt >= durationMs;
  }

  private nextSpec(spec: LeaseSpec, isRenewal: boolean): LeaseSpec {
    const now = new V1MicroTime(this.options.clock.now()).toISOString();
    return {
      holderIdentity: this.options.identity,
      leaseDurationSeconds: Math.ceil(this.options.durationMs / 1000),
      acquireTime: isRenewal ? (spec.acquireTime ?? now) : now,
      renewTime: now,
      leaseTransitions: (spec.leaseTransitions ?? 0) + (isRenewal ? 0 : 1),
    };
  }

  private async write(
    lease: KubernetesObject | undefined,
    spec: LeaseSpec,
    began: number,
  ): Promise<void> {
    const { api, namespace, name, annotations } = this.options;
    const metadata = {
      ...(lease?.metadata ?? { namespace, name }),
      annotations: { ...lease?.metadata.annotations, ...annotations },
    };
    try {
      const write = lease ? api.replace.bind(api) : api.create.bind(api);
      const written = await write(LEASES, { metadata, spec });
      this.observe(written);
      // Leadership that had expired counts as new: callers who asked in between were told that there was no leader.
      this.leaveIfOverdue();
      this.renewedAt = Math.max(this.renewedAt, began);
      this.lead(toLeader(written, spec));
    } catch (error) {
      // Another one was faster; the next look says who.
      if (!isConflict(error) && !isAlreadyExists(error)) throw error;
    }
  }

  private async release(): Promise<void> {
    const { api, namespace, name, clock } = this.options;
    const lease = await api.get(LEASES, { namespace, name });
    const spec = leaseSpec.safeParse(lease?.['spec']).data;
    this.lead(undefined);
    if (!lease || spec?.holderIdentity !== this.options.identity) return;
    const { holderIdentity: _, ...rest } = spec;
    const renewTime = new V1MicroTime(clock.now()).toISOString();
    await api.replace(LEASES, { ...lease, spec: { ...rest, leaseDurationSeconds: 1, renewTime } });
  }

  private lead(leader: Leader | undefined): void {
    const before = this.current;
    this.current = leader;
    const same = before?.identity === leader?.identity && before?.term === leader?.term;
    if (same) return;
    this.options.log.info({ leader: leader?.identity, term: leader?.term }, 'leader_changed');
    this.options.onChange(leader);
  }
}

const toLeader = (lease: KubernetesObject, spec: LeaseSpec): Leader => ({
  identity: spec.holderIdentity ?? '',
  annotations: lease.metadata.annotations ?? {},
  term: spec.leaseTransitions ?? 0,
});
