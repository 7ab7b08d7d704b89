import { describeError } from '@aicp/common/kubernetes/errors';
import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import { pause } from '@aicp/common/time/pause';
import type { StoredObject } from '../resources/stored-object.ts';
import type { AccessRequest } from './access-requests-table.ts';
import type { Grants } from './grants.ts';
import type { RequestStore } from './request-store.ts';
import { systemContext } from './system-context.ts';

export interface AccessKeeperOptions {
  readonly requests: RequestStore;
  readonly grants: Grants;
  /** Whether the caches of objects are full; what they lack says nothing before. */
  readonly hasSynced: () => boolean;
  readonly clock: Clock;
  readonly log: Logger;
}

/** How late access may end, ms. */
const LOOK_MS = 5_000;
/** How often requests and grants are held against each other, ms. */
const COMPARE_MS = 60_000;
/** An approval may be under way at another replica for so long, ms. */
const APPROVAL_MS = 600_000;
const FAILURES_TO_WARN = 12;

/** Ends access by the clock, and keeps requests and grants in step: safe to do twice, and by several replicas. */
export class AccessKeeper {
  private readonly options: AccessKeeperOptions;
  private readonly ending = new AbortController();
  private compareAt = -Infinity;
  private loop: Promise<void> | undefined;

  constructor(options: AccessKeeperOptions) {
    this.options = options;
  }

  start(): void {
    this.loop ??= this.run();
  }

  async stop(): Promise<void> {
    this.ending.abort();
    await this.loop;
  }

  private async run(): Promise<void> {
    const { clock, log } = this.options;
    let failures = 0;
    do {
      try {
        await this.look();
        failures = 0;
      } catch (error) {
        failures += 1;
        const level = failures === FAILURES_TO_WARN ? 'warn' : 'debug';
        log[level]({ reason: describeError(error), failures }, 'access_not_kept');
      }
    } while (await pause(clock, LOOK_MS, this.ending.signal));
  }

  private async look(): Promise<void> {
    const { requests, clock, hasSynced } = this.options;
    const now = new Date(clock.now());
    const due = await requests.due(now);
    const [ended] = await Promise.allSettled([each(due, (row) => this.expire(row))]);
    if (clock.monotonic() >= this.compareAt && hasSynced()) {
      await this.compare(now);
      this.compareAt = clock.monotonic() + COMPARE_MS;
    }
    // One that cannot be ended keeps the others from nothing.
    if (ended.status === 'rejected') throw ended.reason;
  }

  private async expire(row: AccessRequest): Promise<void> {
    const { requests, grants, log } = this.options;
    const context = systemContext(row.id);
    await grants.take(context, row);
    const expired = await requests.move(row, { action: 'expire', to: 'expired' }, context);
    if (expired) log.info({ request: row.id, tier: row.tier_id }, 'access_expired');
  }

  private async compare(now: Date): Promise<void> {
    const { requests, grants } = this.options;
    const there = grants.list();
    const granted = new Set(there.map(requestOf));
    const lost = (await requests.approved()).filter(({ id }) => !granted.has(id));
    await each(lost, (row) => this.withdrawn(row, now));
    const longAgo = now.getTime() - APPROVAL_MS;
    await each(
      there.filter(({ metadata }) => Date.parse(String(metadata.creationTimestamp)) < longAgo),
      (grant) => this.unasked(grant),
    );
  }

  /** Whoever deletes a grant by hand revokes it. */
  private async withdrawn(row: AccessRequest, now: Date): Promise<void> {
    const { requests, grants } = this.options;
    // The cache may be behind another replica's approval.
    if (await grants.of(row)) return;
    const decision = { decided_by: null, decided_at: now };
    const step = { action: 'revoke', to: 'revoked', decision } as const;
    await requests.move(row, step, systemContext(row.id));
  }

  /** An approval that was cut short left a grant that no request stands behind. */
  private async unasked(grant: StoredObject): Promise<void> {
    const { requests, grants } = this.options;
    const id = requestOf(grant);
    const row = await requests.find(id, {});
    if (row && row.status !== 'approved') await grants.take(systemContext(id), row);
  }
}

const requestOf = ({ spec }: StoredObject): string => String(spec['requestId']);

/** Does each, whatever becomes of the others; rejects with the first failure afterwards. */
async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
