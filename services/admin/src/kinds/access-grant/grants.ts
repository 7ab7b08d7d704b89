import { Problem } from '@aicp/common/errors/problem';
import { accessGrant, grantNameFor } from '@aicp/crds/access-grant';
import { accessTier } from '@aicp/crds/access-tier';
import type { CollectionService } from '../../resources/collections/collection-service.ts';
import type { ObjectStore } from '../../resources/store.ts';
import type { StoredObject } from '../../resources/stored-object.ts';
import type { WriteContext } from '../../resources/write-hooks.ts';
import type { AccessRequest } from './access-requests-table.ts';
import { describeError } from '@aicp/common/kubernetes/errors';
import type { Logger } from '@aicp/common/log/logger';
import { BackgroundLoop } from '@aicp/common/time/background-loop';
import type { Clock } from '@aicp/common/time/clock';
import type { RequestStore } from './request-store.ts';
import { systemContext } from './system-context.ts';

/** The AccessGrant that an approved request stands for: there is one at most, under a name made from the request's id. */
export class Grants {
  private readonly service: CollectionService;
  private readonly store: ObjectStore;

  constructor(options: { service: CollectionService; store: ObjectStore }) {
    this.service = options.service;
    this.store = options.store;
  }

  /** As the Kubernetes API has it now. */
  async of(request: AccessRequest): Promise<StoredObject | undefined> {
    return await this.store.read(accessGrant, grantNameFor(request.id));
  }

  /** Those in the cache that requests stand behind. */
  list(): readonly StoredObject[] {
    return this.store.list(accessGrant).filter(({ metadata, spec }) => {
      return metadata.name === grantNameFor(String(spec['requestId']));
    });
  }

  /** Makes it, or finds the one that an approval left which could not be noted. */
  async give(
    context: WriteContext,
    request: AccessRequest,
    expiresAt: Date | undefined,
  ): Promise<StoredObject> {
    const there = await this.of(request);
    if (there) return there;
    const spec = {
      tierId: request.tier_id,
      requestId: request.id,
      approvedBy: context.principal.subject,
      ...given('organizationId', request.organization_id),
      ...given('teamId', request.team_id),
      ...given('userId', request.user_id),
      ...given('keyId', request.key_id),
      ...given('expiresAt', expiresAt?.toISOString()),
    };
    return await this.service.create(
      context,
      {},
      spec,
      this.store.find(accessTier, request.tier_id),
    );
  }

  /** Removes it, where it is there. */
  async take(context: WriteContext, request: Pick<AccessRequest, 'id'>): Promise<void> {
    const there = await this.store.read(accessGrant, grantNameFor(request.id));
    if (!there) return;
    try {
      await this.service.remove({ ...context, ifMatch: undefined }, there);
    } catch (error) {
      // Somebody else was faster.
      if (!(error instanceof Problem && error.status === 404)) throw error;
    }
  }
}

const given = (field: string, value: string | null | undefined) =>
  value === null || value === undefined ? {} : { [field]: value };

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
  private readonly loop: BackgroundLoop;
  private compareAt = -Infinity;

  constructor(options: AccessKeeperOptions) {
    this.options = options;
    const { clock, log } = options;
    this.loop = new BackgroundLoop({
      work: () => this.look(),
      everyMs: LOOK_MS,
      clock,
      onFailure: (error, failures) => {
        const level = failures === FAILURES_TO_WARN ? 'warn' : 'debug';
        log[level]({ reason: describeError(error), failures }, 'access_not_kept');
      },
    });
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
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
