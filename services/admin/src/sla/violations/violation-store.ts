import type { AuditChain } from '@aicp/api-kit/audit/audit-chain';
import { entryOwner, type AuditDraft } from '@aicp/api-kit/audit/audit-entry';
import type { Database } from '@aicp/common/database/open-database';
import { Problem } from '@aicp/common/errors/problem';
import type { Clock } from '@aicp/common/time/clock';
import { emitEvents } from '@aicp/events/outbox/emit-events';
import type { SelectQueryBuilder } from 'kysely';
import type { WriteContext } from '../../resources/write-hooks.ts';
import type { SlaReach } from '../reach/sla-reach.ts';
import { violationEvent } from './violation-event.ts';
import type { AuditedViolations, SlaTables, Violation, ViolationState } from './violation-table.ts';
import { toViolationAnswer } from './violation-view.ts';

/** Only violations that have these values. */
export interface ViolationFilter {
  readonly status?: ViolationState | undefined;
  /** Those that go on. */
  readonly isActive?: boolean;
  readonly slaId?: string | undefined;
  /** That began then or later; milliseconds since 1970. */
  readonly sinceMs?: number | undefined;
  /** That began before then. */
  readonly untilMs?: number | undefined;
  readonly model?: string | undefined;
  readonly severity?: Violation['severity'] | undefined;
}

type Violations<O> = SelectQueryBuilder<SlaTables, 'admin.sla_violation', O>;

/** Violations as people read them, and what people do to them, each with its entry in the audit log. Every method rejects with DatabaseUnavailable. */
export class ViolationStore {
  private readonly database: Pick<Database<SlaTables>, 'kysely'>;
  private readonly chain: Pick<AuditChain<AuditedViolations>, 'write'>;
  private readonly clock: Clock;

  constructor(options: {
    readonly database: Pick<Database<SlaTables>, 'kysely'>;
    readonly chain: Pick<AuditChain<AuditedViolations>, 'write'>;
    readonly clock: Clock;
  }) {
    this.database = options.database;
    this.chain = options.chain;
    this.clock = options.clock;
  }

  /** Newest first, older than the violation `before`. */
  async page(
    reach: SlaReach | undefined,
    filter: ViolationFilter,
    { limit, before }: { readonly limit: number; readonly before: string | undefined },
  ): Promise<Violation[]> {
    const found = narrowed(within(this.all(), reach), filter);
    const older = before === undefined ? found : found.where('id', '<', before);
    return await older.orderBy('id', 'desc').limit(limit).execute();
  }

  async count(reach: SlaReach | undefined, filter: ViolationFilter): Promise<number> {
    const query = this.database.kysely.selectFrom('admin.sla_violation');
    const { count } = await narrowed(within(query, reach), filter)
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** Those that go on. */
  async active(reach: SlaReach | undefined): Promise<Violation[]> {
    return await narrowed(within(this.all(), reach), { isActive: true }).execute();
  }

  /** Somebody has seen it; who was first stays so. Throws a Problem: 404 for what is not in reach, 409 for what is over. */
  async acknowledge(
    reach: SlaReach | undefined,
    id: string,
    context: WriteContext,
  ): Promise<Violation> {
    const changes = {
      status: 'acknowledged' as const,
      acknowledged_at: new Date(this.clock.now()),
      acknowledged_by: context.principal.subject,
    };
    const found = await this.going(reach, id);
    if (found.status === 'acknowledged') return found;
    return await this.change(found, { action: 'acknowledge', changes }, context);
  }

  /** Somebody says that it is over: it opens again only when the target was met in between. Throws as `acknowledge` does. */
  async resolve(
    reach: SlaReach | undefined,
    id: string,
    context: WriteContext,
  ): Promise<Violation> {
    const changes = {
      status: 'resolved' as const,
      resolved_at: new Date(this.clock.now()),
      resolved_by: context.principal.subject,
      resolution: 'by_hand' as const,
      is_muted: true,
    };
    return await this.change(await this.going(reach, id), { action: 'resolve', changes }, context);
  }

  private async going(reach: SlaReach | undefined, id: string): Promise<Violation> {
    const found = await within(this.all(), reach).where('id', '=', id).executeTakeFirst();
    if (!found) throw new Problem(404, `There is no violation "${id}".`);
    if (found.status !== 'resolved') return found;
    throw over(id);
  }

  private async change(
    row: Violation,
    { action, changes }: { readonly action: string; readonly changes: Partial<Violation> },
    context: WriteContext,
  ): Promise<Violation> {
    const after = { ...row, ...changes, updated_at: new Date(this.clock.now()) };
    if (context.dryRun) return after;
    await context.writes?.begin();
    const { channels: _, ...set } = { ...changes, updated_at: after.updated_at };
    const changed = await this.chain.write(async ({ tx, append }) => {
      const moved = await tx
        .updateTable('admin.sla_violation')
        .set(set)
        .where('id', '=', row.id)
        .where('status', '<>', 'resolved')
        .returningAll()
        .executeTakeFirst();
      if (!moved) return undefined;
      if (moved.status === 'resolved')
        await emitEvents(tx, [violationEvent('sla.resolved', moved)]);
      await append([entryOf(action, context, { before: row, after: moved })]);
      return moved;
    });
    if (changed) return changed;
    context.writes?.refused();
    throw over(row.id);
  }

  private all() {
    return this.database.kysely.selectFrom('admin.sla_violation').selectAll();
  }
}

const over = (id: string): Problem =>
  new Problem(409, `The violation "${id}" is resolved: nothing is left to do.`);

function within<O>(query: Violations<O>, reach: SlaReach | undefined): Violations<O> {
  if (!reach) return query;
  return query
    .where('organization_id', '=', reach.organization)
    .where('organization_uid', '=', reach.organizationUid);
}

function narrowed<O>(
  query: Violations<O>,
  { status, isActive, slaId, sinceMs, untilMs, ...same }: ViolationFilter,
): Violations<O> {
  let found = query;
  if (status !== undefined) found = found.where('status', '=', status);
  if (isActive) found = found.where('status', '<>', 'resolved');
  if (slaId !== undefined) found = found.where('sla_id', '=', slaId);
  if (sinceMs !== undefined) found = found.where('started_at', '>=', new Date(sinceMs));
  if (untilMs !== undefined) found = found.where('started_at', '<', new Date(untilMs));
  for (const column of ['model', 'severity'] as const) {
    const value = same[column];
    if (value !== undefined) found = found.where(column, '=', value);
  }
  return found;
}

function entryOf(
  action: string,
  { principal, source, ip, requestId }: WriteContext,
  { before, after }: { readonly before: Violation; readonly after: Violation },
): AuditDraft {
  return {
    ...entryOwner(after.organization_id, after.organization_uid),
    user_id: principal.subject,
    key_id: principal.keyName ?? null,
    action,
    resource_type: 'sla_violation',
    resource_id: after.id,
    changes: { before: toViolationAnswer(before), after: toViolationAnswer(after) },
    source,
    ip: ip ?? null,
    request_id: requestId,
  };
}
