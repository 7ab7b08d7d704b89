import type { Principal } from '@aicp/api-kit/access/principal';
import type { AuditTables } from '@aicp/api-kit/audit/audit-tables';
import type { Database } from '@aicp/common/database/open-database';
import type { Logger } from '@aicp/common/log/logger';
import { pause, type Clock } from '@aicp/common/time/clock';
import { sql } from 'kysely';
import { scopeOf, type Permission } from '../access/permissions.ts';
import { READ as READ_SLAS } from '../sla/reach/sla-reach.ts';
import type { FactChange } from './change.ts';

export interface FactPollOptions {
  readonly database: Pick<Database<AuditTables>, 'kysely'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly tell: (change: FactChange) => void;
  /** Whether somebody listens. */
  readonly isWanted: () => boolean;
}

const EVERY_MS = 1_000;
const AT_A_TIME = 500;
/** Of more than so many entries, what changed is not told one by one any more. */
const MOST_BEHIND = 5_000;

/** What is kept in tables: where its list is, and who reads that. */
const FACTS: Readonly<Record<string, { readonly list: string; readonly permission: Permission }>> =
  {
    access_request: { list: 'model-access/requests', permission: 'access_requests:read' },
    chargeback_report: { list: 'chargeback/reports', permission: 'chargeback:read' },
    sla_violation: { list: 'sla/violations', permission: READ_SLAS },
  };

/** An entry of the audit log, as far as it tells what changed. */
interface Entry {
  readonly seq: string;
  readonly action: string;
  readonly resource_type: string;
  readonly resource_id: string | null;
  readonly organization_id: string | null;
  readonly organization_uid: string | null;
  /** Of requests for access alone, whose teams and people read them too. */
  readonly changes: string | null;
}

/** Tells of what changes in tables, whichever replica wrote it: by the audit log, which has an entry of each such change, read once a second while somebody listens. */
export class FactPoll {
  private readonly options: FactPollOptions;
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;
  /** Up to this entry, all was told. */
  private seq: number | undefined;

  constructor(options: FactPollOptions) {
    this.options = options;
  }

  /** Looks from now on, until nobody listens any more. */
  begin(): void {
    if (!this.stopping.signal.aborted) this.running ??= this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { clock, log, isWanted } = this.options;
    let isAway = false;
    do {
      try {
        await this.look();
        isAway = false;
      } catch (error) {
        if (!isAway) log.warn({ err: error }, 'changes_of_facts_not_read');
        isAway = true;
      }
    } while ((await pause(clock, EVERY_MS, this.stopping.signal)) && isWanted());
    this.running = undefined;
  }

  private async look(): Promise<void> {
    const { kysely } = this.options.database;
    const { rows: ends } = await sql<{ seq: string | null }>`
      select max(seq) as seq from admin.audit_entries`.execute(kysely);
    const end = Number(ends[0]?.seq ?? 0);
    if (this.seq === undefined || end - this.seq > MOST_BEHIND) this.seq = end;
    while (this.seq < end) {
      const next: number = Math.min(end, this.seq + AT_A_TIME);
      for (const entry of await this.between(this.seq, next)) this.tell(entry);
      this.seq = next;
    }
  }

  private async between(after: number, upTo: number): Promise<readonly Entry[]> {
    const { rows } = await sql<Entry>`
      select seq, action, resource_type, resource_id, organization_id, organization_uid,
        case when resource_type = 'access_request' then changes end as changes
      from admin.audit_entries
      where seq > ${after} and seq <= ${upTo} and resource_type = any(${Object.keys(FACTS)}::text[])
      order by seq`.execute(this.options.database.kysely);
    return rows;
  }

  private tell(entry: Entry): void {
    const { resource_type: resourceType, resource_id: id } = entry;
    const fact = FACTS[resourceType];
    if (!fact || id === null) return;
    const owners = ownersOf(entry.changes);
    this.options.tell({
      ...{ resourceType, id, collection: `/api/v1/${fact.list}`, type: typeOf(entry.action) },
      organization: entry.organization_id ?? undefined,
      isFor: (reader) => isFor(reader, { entry, owners, permission: fact.permission }),
    });
  }
}

function typeOf(action: string): NonNullable<FactChange['type']> {
  if (action === 'create' || action === 'generate') return 'created';
  return action === 'delete' ? 'deleted' : 'updated';
}

/** Whose a request for access is, beside its organization's. */
interface Owners {
  readonly team?: string;
  readonly words: readonly unknown[];
}

function ownersOf(changes: string | null): Owners {
  const { after } = (changes === null ? {} : JSON.parse(changes)) as {
    after?: Readonly<Record<string, unknown>> | null;
  };
  const { team_id: team, requested_by: by, user_id: user, key_id: key } = after ?? {};
  const words = [by, user, key].filter((one) => typeof one === 'string');
  return { words, ...(typeof team === 'string' ? { team } : {}) };
}

function isFor(
  reader: Principal,
  { entry, owners, permission }: { entry: Entry; owners: Owners; permission: Permission },
): boolean {
  const scope = scopeOf(reader.role, permission);
  if (scope === undefined || scope === 'all') return scope === 'all';
  const isOfOrganization =
    entry.organization_id !== null &&
    entry.organization_id === reader.organizationId &&
    entry.organization_uid === (reader.organizationUid ?? null);
  if (scope === 'organization' || !isOfOrganization) return isOfOrganization;
  const isOfTeam = owners.team !== undefined && reader.teamIds.includes(owners.team);
  const names = [reader.subject, reader.keyName];
  return isOfTeam || owners.words.some((word) => names.includes(word as string));
}
