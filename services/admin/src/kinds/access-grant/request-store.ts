import type { Database } from '@aicp/common/database/open-database';
import type { SelectQueryBuilder } from 'kysely';
import { type AuditDraft, entryOwner } from '@aicp/api-kit/audit/audit-entry';
import type { AuditChain } from '@aicp/api-kit/audit/audit-chain';
import { emitEvents } from '@aicp/events/outbox/emit-events';
import { accessEvents } from '../../events/facts/access-event.ts';
import type { WriteContext } from '../../resources/write-hooks.ts';
import type {
  AccessRequest,
  AccessRequestTables,
  AuditedRequests,
  RequestState,
} from './access-requests-table.ts';
import { toRequestAnswer } from './request-view.ts';

/** Whose requests are meant. */
export interface RequestReach {
  /** Of this organization alone; null: of the platform; undefined: of all. */
  readonly organizationId?: string | null;
  /** Of the Organization with this metadata.uid alone, where one is meant; undefined: of none. */
  readonly organizationUid?: string | undefined;
  /** Of this person, or asked with or for this key, or for these teams alone. */
  readonly of?: {
    readonly person?: string;
    readonly key?: string;
    readonly teamIds: readonly string[];
  };
}

/** Only those that have these values. */
export type RequestFilter = Readonly<
  Partial<
    Record<
      'status' | 'tier_id' | 'team_id' | 'user_id' | 'key_id' | 'organization_id',
      string | undefined
    >
  >
> & {
  /** That were asked from then on, and before then. */
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
};

/** What a decision changes. */
type Decision = Partial<Pick<AccessRequest, 'decided_by' | 'decided_at' | 'expires_at'>>;

type Requests<O> = SelectQueryBuilder<AccessRequestTables, 'admin.access_requests', O>;

/** The requests, each change of one with its entry in the audit log and its event. Every method rejects with DatabaseUnavailable. */
export class RequestStore {
  private readonly database: Pick<Database<AccessRequestTables>, 'kysely'>;
  private readonly chain: Pick<AuditChain<AuditedRequests>, 'write'>;

  constructor(options: {
    database: Pick<Database<AccessRequestTables>, 'kysely'>;
    chain: Pick<AuditChain<AuditedRequests>, 'write'>;
  }) {
    this.database = options.database;
    this.chain = options.chain;
  }

  async find(id: string, reach: RequestReach): Promise<AccessRequest | undefined> {
    return await within(this.all(), reach).where('id', '=', id).executeTakeFirst();
  }

  /** Newest first, older than the request `before`. */
  async page(
    reach: RequestReach,
    filter: RequestFilter,
    { limit, before }: { limit: number; before: string | undefined },
  ): Promise<AccessRequest[]> {
    const found = narrowed(within(this.all(), reach), filter);
    const older = before === undefined ? found : found.where('id', '<', before);
    return await older.orderBy('id', 'desc').limit(limit).execute();
  }

  async count(reach: RequestReach, filter: RequestFilter): Promise<number> {
    const query = this.database.kysely.selectFrom('admin.access_requests');
    const { count } = await narrowed(within(query, reach), filter)
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  /** Stores a new one; false where the same is asked already and not decided yet. */
  async insert(row: AccessRequest, context: WriteContext): Promise<boolean> {
    await context.writes?.begin();
    const isNew = await this.chain.write(async ({ tx, append }) => {
      const stored = await tx
        .insertInto('admin.access_requests')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!stored) return false;
      await append([entryOf('create', context, { after: row })]);
      await emitEvents(tx, accessEvents(row));
      return true;
    });
    if (!isNew) context.writes?.refused();
    return isNew;
  }

  /** Moves a request from one state to another; undefined where it is not in the first one any more. */
  async move(
    row: AccessRequest,
    step: { action: string; to: RequestState; decision?: Decision },
    context: WriteContext,
  ): Promise<AccessRequest | undefined> {
    const { action, to, decision } = step;
    await context.writes?.begin();
    const changed = await this.chain.write(async ({ tx, append }) => {
      const moved = await tx
        .updateTable('admin.access_requests')
        .set({ ...decision, status: to })
        .where('id', '=', row.id)
        .where('status', '=', row.status)
        .returningAll()
        .executeTakeFirst();
      if (!moved) return undefined;
      await append([entryOf(action, context, { before: row, after: moved })]);
      await emitEvents(tx, accessEvents(moved));
      return moved;
    });
    if (!changed) context.writes?.refused();
    return changed;
  }

  /** Approved ones whose time is over. */
  async due(now: Date): Promise<AccessRequest[]> {
    return await this.all()
      .where('status', '=', 'approved')
      .where('expires_at', '<=', now)
      .execute();
  }

  async approved(): Promise<AccessRequest[]> {
    return await this.all().where('status', '=', 'approved').execute();
  }

  private all() {
    return this.database.kysely.selectFrom('admin.access_requests').selectAll();
  }
}

function within<O>(
  query: Requests<O>,
  { organizationId, organizationUid, of }: RequestReach,
): Requests<O> {
  let found = query;
  if (organizationId === null) found = found.where('organization_id', 'is', null);
  else if (organizationId !== undefined) {
    found = found
      .where('organization_id', '=', organizationId)
      // No row has an empty one.
      .where('organization_uid', '=', organizationUid ?? '');
  }
  if (!of) return found;
  return found.where((eb) =>
    eb.or([
      ...ofPerson(of.person).map((column) => eb(column, '=', of.person ?? '')),
      // Asked before keys were noted, by a key that names nobody: it is its own subject.
      ...(of.key === undefined
        ? []
        : [
            eb('requested_by_key', '=', of.key),
            eb('key_id', '=', of.key),
            eb.and([eb('requested_by_key', 'is', null), eb('requested_by', '=', of.key)]),
          ]),
      ...of.teamIds.map((team) => eb('team_id', '=', team)),
    ]),
  );
}

const ofPerson = (person: string | undefined) =>
  person === undefined ? [] : (['requested_by', 'user_id'] as const);

function narrowed<O>(query: Requests<O>, { since, until, ...same }: RequestFilter): Requests<O> {
  let found = query;
  if (since !== undefined) found = found.where('created_at', '>=', since);
  if (until !== undefined) found = found.where('created_at', '<', until);
  for (const [column, value] of Object.entries(same)) {
    if (value !== undefined) found = found.where(column as 'tier_id', '=', value);
  }
  return found;
}

function entryOf(
  action: string,
  { principal, source, ip, requestId }: WriteContext,
  { before, after }: { before?: AccessRequest; after: AccessRequest },
): AuditDraft {
  return {
    ...entryOwner(after.organization_id, after.organization_uid),
    user_id: principal.subject,
    key_id: principal.keyName ?? null,
    action,
    resource_type: 'access_request',
    resource_id: after.id,
    changes: { before: before ? toRequestAnswer(before) : null, after: toRequestAnswer(after) },
    source,
    ip: ip ?? null,
    request_id: requestId,
  };
}
