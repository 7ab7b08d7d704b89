import { sql, type Transaction } from 'kysely';
import { grant, knownSpend, outstanding } from '@aicp/contracts/budgets/grant';
import {
  answeredNanoUsd,
  type LeaseAnswer,
  type LeaseCall,
  type LeaseGrant,
  type LeaseWish,
} from '@aicp/contracts/budgets/lease-call';
import { idleOf, isSoughtBy, type Rival } from '@aicp/contracts/budgets/rivals';
import { subjectName, type SpendSubject } from '@aicp/contracts/spend/spend-subject';
import type { LedgerDatabase, LedgerTables } from '@aicp/ledger/database/tables';
import { spentByAll } from '@aicp/ledger/query/spent';
import { storedSubject } from '@aicp/ledger/ingest/rows/stored-subject';
import { heldMoney, isLiveSince, LEASE_VALID_MS } from '@aicp/ledger/query/held-money';
import { ledgerQuestions } from '@aicp/ledger/query/ledger-questions';
import { heldName, type HeldMoney } from '../spend/spend-figures.ts';
import { endOlder } from './lease-rows.ts';
import type { ModelNames } from '../snapshot/model-names.ts';

type Tx = Transaction<LedgerTables>;

interface Row {
  readonly session: string;
  readonly granted: string;
  readonly ingested: string;
  readonly in_use: string;
  readonly held: string;
  readonly number: string;
  readonly lacking_since: Date | null;
  readonly is_live: boolean;
  readonly is_near: boolean;
}

/** Gateways that have something of a counter left speak every second. What one said that has not for so long is not given back before long. */
const NEAR_SECONDS = 3;

/** Gives money to spend to gateways, never more than the ledger and all that is outstanding leave. */
export class LeaseStore {
  private readonly database: Pick<LedgerDatabase, 'kysely'>;
  private readonly models: () => ModelNames | undefined;

  constructor(options: {
    readonly database: Pick<LedgerDatabase, 'kysely'>;
    readonly models: () => ModelNames | undefined;
  }) {
    this.database = options.database;
    this.models = options.models;
  }

  /** Answers a call, all of it in one transaction. Rejects with DatabaseUnavailable while the database is away. */
  async answer(call: LeaseCall): Promise<LeaseAnswer> {
    const { kysely } = this.database;
    if (call.has_delivered_older) {
      await endOlder(kysely, call);
    }
    return await kysely.transaction().execute(async (tx) => {
      await this.lock(tx, call);
      const grants: LeaseGrant[] = [];
      for (const { wish, index } of inOrder(call)) grants[index] = await this.grant(tx, call, wish);
      return { valid_ms: LEASE_VALID_MS, counters: grants };
    });
  }

  /** What requests under way have reserved, and where some were refused, as gateways said last. */
  async reserved(): Promise<HeldMoney> {
    const held = await heldMoney(this.database.kysely);
    return new Map(
      held.map(({ subject, nanoUsd, refusedAt, ...period }) => [
        heldName(subject, period),
        { reserved: nanoUsd, refusedAt },
      ]),
    );
  }

  /** Forgets what is over for good. */
  async clear(): Promise<void> {
    await this.database.kysely
      .deleteFrom('lease')
      .where('ends', '<', sql<Date>`now() - interval '1 day'`)
      .execute();
  }

  /** One call at a time deals with a counter; all calls lock in one order. */
  private async lock(tx: Tx, { counters }: LeaseCall): Promise<void> {
    const names = [...new Set(counters.map(nameOf))].sort();
    for (const name of names) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
    }
  }

  private async grant(tx: Tx, call: LeaseCall, wish: LeaseWish): Promise<LeaseGrant> {
    // What is outstanding is read before what was spent: a batch that comes in between counts twice for now, and never not at all.
    const rows = await this.rows(tx, wish);
    const spent = await this.spent(tx, wish);
    const own = rows.find(({ session }) => session === call.session);
    const others = rows.filter((row) => row !== own && row.is_live);
    const sum = others.reduce((total, row) => total + outstanding(amountsOf(row)), 0n);
    const live = [...others, ...(own ? [own] : [])];
    const base = spent - live.reduce((total, { ingested }) => total + BigInt(ingested), 0n);
    const surplus = surplusOf(own, wish);
    const before = own
      ? { granted: BigInt(own.granted), ingested: BigInt(own.ingested) - surplus }
      : { granted: 0n, ingested: 0n };
    const isNew = BigInt(call.number) > BigInt(own?.number ?? 0);
    const granted = isNew
      ? grant(before, wanted(wish), { limit: BigInt(wish.limit), spent, others: sum })
      : before.granted;
    const isLacking = BigInt(wish.needed ?? 0) > granted;
    if (isNew) await this.write(tx, { call, wish, granted, surplus, isLacking });
    const told = others.map((row) => ({ said: saidOf(row), ingested: BigInt(row.ingested) }));
    const known = knownSpend(spent, [...told, { said: BigInt(wish.spent), ...before }]);
    const rivals = others.filter(({ is_near }) => is_near).map(rivalOf);
    const lackingSince = isLacking && own ? rivalOf(own).lackingSince : undefined;
    return {
      spent: answeredNanoUsd(spent),
      granted: answeredNanoUsd(granted),
      base: answeredNanoUsd(base),
      known: answeredNanoUsd(known),
      others: answeredNanoUsd(sum),
      ingested: String(before.ingested),
      idle: answeredNanoUsd(idleOf(rivals)),
      is_sought: isSoughtBy(rivals, { session: call.session, lackingSince }),
    };
  }

  private async rows(tx: Tx, wish: LeaseWish): Promise<readonly Row[]> {
    const { subject, starts_ms, ends_ms } = wish;
    return await tx
      .selectFrom('lease')
      .select(['session', 'granted', 'ingested', 'in_use', 'held', 'number', 'lacking_since'])
      .select(sql<boolean>`heard_at > ${isLiveSince()}`.as('is_live'))
      .select(sql<boolean>`heard_at > now() - ${NEAR}`.as('is_near'))
      .where('subject', '=', subjectName(toSubject(subject)))
      .where('starts', '=', new Date(starts_ms))
      .where('ends', '=', new Date(ends_ms))
      .execute();
  }

  /** What the ledger has of a period. */
  private async spent(tx: Tx, { subject, starts_ms, ends_ms }: LeaseWish): Promise<bigint> {
    const period = { startsMs: starts_ms, endsMs: ends_ms };
    const questions = ledgerQuestions(toSubject(subject), period, this.models()?.heirs);
    const amounts = await spentByAll(tx, questions);
    return amounts.reduce((total, amount) => total + amount, 0n);
  }

  private async write(
    tx: Tx,
    {
      call,
      wish,
      granted,
      surplus,
      isLacking,
    }: {
      call: LeaseCall;
      wish: LeaseWish;
      granted: bigint;
      surplus: bigint;
      isLacking: boolean;
    },
  ): Promise<void> {
    const refused = wish.refused_at;
    const said = {
      granted: String(granted),
      held: wish.held,
      in_use: String(BigInt(wish.spent) + BigInt(wish.held)),
      number: String(call.number),
      heard_at: sql<Date>`now()`,
      since: wish.since_ms === undefined ? null : new Date(wish.since_ms),
    };
    // Not `now()`: what is first is told by when the counter was this call's alone.
    const lackingNow = sql<Date>`clock_timestamp()`;
    const stillLacking = sql<Date>`case when lease.heard_at > now() - ${NEAR}
      then coalesce(lease.lacking_since, clock_timestamp()) else clock_timestamp() end`;
    await tx
      .insertInto('lease')
      .values({
        replica: call.replica,
        session: call.session,
        subject: subjectName(toSubject(wish.subject)),
        starts: new Date(wish.starts_ms),
        ends: new Date(wish.ends_ms),
        ingested: '0',
        lacking_since: isLacking ? lackingNow : null,
        refused_at: refused ?? null,
        ...said,
      })
      .onConflict((conflict) =>
        conflict.columns(['session', 'subject', 'starts', 'ends']).doUpdateSet({
          ...said,
          // A batch may have added to it since it was read.
          ingested: sql<string>`lease.ingested - ${String(surplus)}::numeric`,
          lacking_since: isLacking ? stillLacking : null,
          refused_at: sql<string>`greatest(lease.refused_at, ${refused ?? null}::numeric)`,
        }),
      )
      .execute();
  }
}

/** Rows are written in the order in which batches of usage write them, so that no two wait for one another in a circle. */
const inOrder = ({ counters }: LeaseCall) =>
  counters
    .map((wish, index) => ({ wish, index, name: subjectName(toSubject(wish.subject)) }))
    .sort(
      (a, b) =>
        (a.name < b.name ? -1 : Number(a.name > b.name)) ||
        a.wish.starts_ms - b.wish.starts_ms ||
        a.wish.ends_ms - b.wish.ends_ms,
    );

const nameOf = ({ subject, starts_ms, ends_ms }: LeaseWish): string =>
  `lease ${String(starts_ms)} ${String(ends_ms)} ${subjectName(toSubject(subject))}`;

const toSubject = ({ scope, organization, value }: LeaseWish['subject']): SpendSubject =>
  storedSubject({ scope, organization, value });

/** What the ledger has of a session that speaks of a counter for the first time, and is not in what it counts: the budget was not there yet. */
function surplusOf(own: Row | undefined, { since_ms: sinceMs, spent }: LeaseWish): bigint {
  if (own?.number !== '0' || sinceMs === undefined) return 0n;
  const surplus = BigInt(own.ingested) - BigInt(spent);
  return surplus > 0n ? surplus : 0n;
}

/** What a session said last that it has spent. */
const saidOf = ({ in_use: inUse, held }: Row): bigint => BigInt(inUse) - BigInt(held);

const NEAR = sql`make_interval(secs => ${NEAR_SECONDS})`;

const rivalOf = ({ session, granted, in_use, lacking_since, is_near }: Row): Rival => ({
  session,
  granted: BigInt(granted),
  inUse: BigInt(in_use),
  lackingSince: is_near ? lacking_since?.getTime() : undefined,
});

const amountsOf = ({ granted, ingested }: Row) => ({
  granted: BigInt(granted),
  ingested: BigInt(ingested),
});

const wanted = ({ spent, held, target }: LeaseWish) => ({
  spent: BigInt(spent),
  held: BigInt(held),
  target: target === undefined ? undefined : BigInt(target),
});
