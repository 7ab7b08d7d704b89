import { Problem, type FieldError } from '@aicp/common/errors/problem';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import type { Clock } from '@aicp/common/time/clock';
import { accessTier } from '@aicp/crds/access-tier';
import { organization } from '@aicp/crds/organization';
import { z } from 'zod';
import { requireFourEyes } from '../../approvals/require-four-eyes.ts';
import type { Permission } from '../../access/permissions.ts';
import type { Principal } from '@aicp/api-kit/access/principal';
import { invalid } from '@aicp/api-kit/route/field-errors';
import type { Collection } from '../../resources/collection.ts';
import { readableBy } from '../../resources/rights.ts';
import type { ObjectStore } from '../../resources/store.ts';
import type { StoredObject } from '../../resources/stored-object.ts';
import type { WriteContext } from '../../resources/write-hooks.ts';
import type { AccessRequest } from './access-requests-table.ts';
import type { Grants } from './grants.ts';
import { requestReachOf } from './request-reach.ts';
import type { RequestFilter, RequestStore } from './request-store.ts';
import { targetOf, type RequestBody, type Target } from './request-target.ts';
import { systemContext } from './system-context.ts';

export interface AccessRequestsOptions {
  readonly store: ObjectStore;
  readonly requests: RequestStore;
  readonly grants: Grants;
  /** Access tiers, as far as somebody may read them. */
  readonly tiers: Collection;
  /** API keys, as far as somebody may read them. */
  readonly keys: Collection;
  readonly clock: Clock;
}

const DAY_MS = 86_400_000;

const tierRules = z.object({
  organizationId: z.string().optional(),
  requiresApproval: z.boolean().default(false),
  requiresJustification: z.boolean().default(false),
  maxGrantDurationDays: z.number().optional(),
});

/**
 * Requests for the models of a tier: pending → approved or denied; approved → revoked or expired. The grant is written before the
 * request is called approved, and removed before it is called anything else, so that whatever cuts that short, what is approved was
 * granted. Every method rejects with a Problem where the caller is to know.
 */
export class AccessRequests {
  private readonly options: AccessRequestsOptions;

  constructor(options: AccessRequestsOptions) {
    this.options = options;
  }

  /** Pending; approved at once where the tier asks for no approval. */
  async ask(context: WriteContext, body: RequestBody): Promise<AccessRequest> {
    const { requests, clock } = this.options;
    const { principal } = context;
    const tier = tierNamed(this.options, principal, body.tier_id);
    const target = targetOf(this.options, principal, body);
    const nowMs = clock.now();
    const row: AccessRequest = {
      id: uuidV7(nowMs),
      created_at: new Date(nowMs),
      requested_by: principal.subject,
      requested_by_key: principal.keyName ?? null,
      ...target,
      ...termsOf(tier, target, body),
      tier_id: tier.metadata.name,
      status: 'pending',
      decided_by: null,
      decided_at: null,
      expires_at: null,
    };
    const needsApproval = tierRules.parse(tier.spec).requiresApproval;
    if (context.dryRun) return needsApproval ? row : { ...row, status: 'approved' };
    if (!(await requests.insert(row, context))) {
      throw new Problem(409, 'This is asked for already and waits for a decision.');
    }
    return needsApproval ? row : await this.grant(systemContext(row.id), row);
  }

  /** 404 for what the caller may not see. */
  async get(principal: Principal, id: string): Promise<AccessRequest> {
    return await this.find(principal, id, 'access_requests:read');
  }

  async list(
    principal: Principal,
    filter: RequestFilter,
    page: { limit: number; before: string | undefined },
  ): Promise<{ rows: AccessRequest[]; total: number }> {
    const { requests } = this.options;
    const reach = requestReachOf(principal, 'access_requests:read');
    const rows = await requests.page(reach, filter, page);
    return { rows, total: await requests.count(reach, filter) };
  }

  async approve(context: WriteContext, id: string): Promise<AccessRequest> {
    const row = await this.decidable(context, id, 'pending');
    requireFourEyes(this.options.store, {
      principal: context.principal,
      authors: [{ subject: row.requested_by, key: row.requested_by_key ?? undefined }],
      organizationId: row.organization_id ?? undefined,
    });
    return await this.grant(context, row);
  }

  async deny(context: WriteContext, id: string): Promise<AccessRequest> {
    const row = await this.decidable(context, id, 'pending');
    return await this.decide(context, row, { action: 'deny', to: 'denied' });
  }

  async revoke(context: WriteContext, id: string): Promise<AccessRequest> {
    const row = await this.decidable(context, id, 'approved');
    await this.options.grants.take(context, row);
    return await this.decide(context, row, { action: 'revoke', to: 'revoked' });
  }

  private async grant(context: WriteContext, row: AccessRequest): Promise<AccessRequest> {
    const { requests, grants, store, clock } = this.options;
    requireSameOrganization(store, row);
    const tier = store.find(accessTier, row.tier_id);
    if (!tier) throw new Problem(409, `There is no access tier "${row.tier_id}" any more.`);
    const expiresAt = endOf(row, tier, clock.now());
    const { spec } = await grants.give(context, row, expiresAt);
    const decision = {
      decided_by: String(spec['approvedBy']),
      decided_at: new Date(clock.now()),
      expires_at: typeof spec['expiresAt'] === 'string' ? new Date(spec['expiresAt']) : null,
    };
    if (context.dryRun) return { ...row, ...decision, status: 'approved' };
    const step = { action: 'approve', to: 'approved', decision } as const;
    const moved = await requests.move(row, step, context);
    if (moved) return moved;
    const now = await requests.find(row.id, {});
    // Two that approve at once make one grant, which stays; whoever denied meanwhile wins.
    if (now?.status !== 'approved') await grants.take(context, row);
    throw notIn(now ?? row, 'pending');
  }

  private async decide(
    context: WriteContext,
    row: AccessRequest,
    step: { action: string; to: 'denied' | 'revoked' },
  ): Promise<AccessRequest> {
    const { requests, clock } = this.options;
    const decision = {
      decided_by: context.principal.subject,
      decided_at: new Date(clock.now()),
    };
    if (context.dryRun) return { ...row, ...decision, status: step.to };
    const moved = await requests.move(row, { ...step, decision }, context);
    if (moved) return moved;
    throw notIn((await requests.find(row.id, {})) ?? row, row.status);
  }

  private async decidable(
    { principal }: WriteContext,
    id: string,
    state: AccessRequest['status'],
  ): Promise<AccessRequest> {
    const row = await this.find(principal, id, 'access_requests:approve');
    if (row.status !== state) throw notIn(row, state);
    return row;
  }

  private async find(
    principal: Principal,
    id: string,
    permission: Permission,
  ): Promise<AccessRequest> {
    const row = await this.options.requests.find(id, requestReachOf(principal, permission));
    if (row) return row;
    throw new Problem(404, `There is no access request "${id}".`);
  }
}

/** A grant names its organization: it must not become one of another organization that got the name. */
function requireSameOrganization(store: ObjectStore, row: AccessRequest): void {
  const { organization_id: id, organization_uid: uid } = row;
  if (id === null || uid === null) return;
  if (store.find(organization, id)?.metadata.uid === uid) return;
  throw new Problem(
    409,
    `The organization "${id}" that this was asked in does not exist any more. Deny it.`,
  );
}

const notIn = (row: AccessRequest, state: string): Problem =>
  new Problem(409, `This request is ${row.status}; that is for one that is ${state}.`);

function tierNamed(
  { store, tiers }: Pick<AccessRequestsOptions, 'store' | 'tiers'>,
  principal: Principal,
  id: string,
): StoredObject {
  const found = store.find(accessTier, id, readableBy(tiers, principal));
  if (found) return found;
  throw invalid([{ path: 'tier_id', message: `there is no access tier "${id}"` }]);
}

/** What is asked for, held against the tier's rules. */
function termsOf({ spec }: StoredObject, target: Target, body: RequestBody) {
  const rules = tierRules.parse(spec);
  const terms = {
    justification: body.justification ?? null,
    duration_days: body.duration_days ?? rules.maxGrantDurationDays ?? null,
  };
  const error = breachOf(rules, target, terms);
  if (error) throw invalid([error]);
  return terms;
}

/** The rule of a tier that a request breaks, if any. */
function breachOf(
  rules: z.output<typeof tierRules>,
  target: Target,
  terms: Pick<AccessRequest, 'justification' | 'duration_days'>,
): FieldError | undefined {
  const { organizationId, requiresJustification, maxGrantDurationDays: most = Infinity } = rules;
  if (organizationId !== undefined && organizationId !== target.organization_id) {
    return { path: 'tier_id', message: 'is of another organization' };
  }
  if (requiresJustification && terms.justification === null) {
    return { path: 'justification', message: 'the tier asks for a reason' };
  }
  if ((terms.duration_days ?? 0) <= most) return undefined;
  return {
    path: 'duration_days',
    message: most === 1 ? 'the tier gives 1 day at most' : `the tier gives ${most} days at most`,
  };
}

/** When access that is granted now ends: the tier may allow less than when it was asked for. */
function endOf(row: AccessRequest, { spec }: StoredObject, nowMs: number): Date | undefined {
  const { maxGrantDurationDays: most = Infinity } = tierRules.parse(spec);
  const days = Math.min(row.duration_days ?? Infinity, most);
  return days === Infinity ? undefined : new Date(nowMs + days * DAY_MS);
}
