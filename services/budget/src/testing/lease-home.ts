import type { TestEngine } from '@aicp/common/database/testing/engines';
import { systemClock } from '@aicp/common/time/clock';
import type { LeaseCall, LeaseGrant, LeaseWish } from '@aicp/contracts/budgets/lease-call';
import { Periods } from '@aicp/contracts/budgets/periods';
import { LedgerWriter } from '@aicp/ledger/ingest/ledger-writer';
import { startLedger } from '@aicp/ledger/testing/ledger-home';
import { batchOf } from '@aicp/ledger/testing/records';
import { LeaseSpend } from '../leases/lease-spend.ts';
import { LeaseStore } from '../leases/lease-store.ts';
import { LimitBook } from '../snapshot/limit-book.ts';
import { limitOfBudget } from '../snapshot/money-limit.ts';
import { ModelNames } from '../snapshot/model-names.ts';
import { budgetOf, modelOf, usageOf } from './builders.ts';

export const USD = 1_000_000_000;

const LIMITS = [
  budgetOf('each', 1, { value: undefined }),
  budgetOf('gpt', 1, { scope: 'model', value: 'gpt' }),
  budgetOf('job', 1, { scope: 'tag', value: 'job=1' }),
  budgetOf('tags', 1, { scope: 'tag', value: undefined, organization: 'nasty' }),
  budgetOf('users', 1, { scope: 'user', value: undefined, organization: 'nasty' }),
].map(limitOfBudget);
const MODELS = new ModelNames([
  modelOf('gpt', 1),
  { ...modelOf('ours', 1), organization: 'acme', inherits: 'gpt' },
]);
const PERIODS = new Periods('UTC');
export const MONTH = PERIODS.at('month', Date.now());

/** A wish for a part of $1 a month that a team may spend. */
export const wishOf = (team: string, more: Partial<LeaseWish> = {}): LeaseWish => ({
  subject: { scope: 'team', organization: 'acme', value: team },
  starts_ms: MONTH.startsMs,
  ends_ms: MONTH.endsMs,
  limit: String(USD),
  spent: '0',
  held: '0',
  ...more,
});

export type LeaseHome = Awaited<ReturnType<typeof startLeaseHome>>;

/** Leases in a database of their own, and gateways that call for them. Sessions are called `<replica>-<anything>`. */
export async function startLeaseHome(engine: TestEngine) {
  const { database, stop } = await startLedger(engine);
  const store = new LeaseStore({ database, models: () => MODELS });
  const writer = new LedgerWriter({ database, clock: systemClock });
  const spend = new LeaseSpend(() => ({
    book: new LimitBook(LIMITS, []),
    models: MODELS,
    periods: PERIODS,
  }));
  const numbers = new Map<string, number>();
  const call = (session: string, more: Partial<LeaseCall> = {}): LeaseCall => {
    const number = (numbers.get(session) ?? 0) + 1;
    numbers.set(session, number);
    const replica = session.split('-')[0]!;
    return { replica, session, number, has_delivered_older: false, counters: [], ...more };
  };
  const ask = async (session: string, wish: LeaseWish): Promise<LeaseGrant> => {
    const { counters } = await store.answer(call(session, { counters: [wish] }));
    return counters[0]!;
  };
  const deliver = async (
    session: string,
    usd: number,
    more: Parameters<typeof usageOf>[1] = {},
    isOlder = false,
  ) => {
    const sender = { replica: session.split('-')[0]!, session, is_older: isOlder };
    const batch = batchOf({ ...sender, usage: [usageOf(usd, more)] });
    await writer.ingest(batch, (tx, fresh) => spend.note(tx, sender, fresh));
  };
  return { database, stop, store, writer, spend, call, ask, deliver };
}
