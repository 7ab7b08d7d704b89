import { sql, type Transaction } from 'kysely';
import type { Outcome, Subscription } from '../channels/channel.ts';
import type { EventsDatabase, EventsTables } from '../database/tables.ts';
import type { DeliveryRow, StateRow } from './claims.ts';
import { retryInMs, throttleMs } from './retry-at.ts';
import type { DeliverySettings } from './settings.ts';

export interface Attempted {
  readonly row: DeliveryRow;
  readonly subscription: Subscription;
  readonly outcome: Outcome;
  /** How long the receiver took, ms. */
  readonly tookMs: number;
}

export interface OutcomeParts {
  readonly database: Pick<EventsDatabase, 'kysely'>;
  readonly settings: DeliverySettings;
  readonly now: number;
  /** [0, 1). */
  readonly random: () => number;
}

/** What a delivery is after an attempt; `lost`: somebody else has it by now, and says what it is. */
export type Settled = 'delivered' | 'failed' | 'dead' | 'lost';

type Failure = Extract<Outcome, { kind: 'failed' }>;

/** Writes down what became of an attempt, and what it says of the subscription. */
export async function recordOutcome(
  { row, subscription, outcome, tookMs }: Attempted,
  parts: OutcomeParts,
): Promise<Settled> {
  const { settings, random } = parts;
  const retry =
    outcome.kind === 'failed'
      ? retryInMs(outcome, row.attempts, { ...settings, random })
      : undefined;
  const status = statusAfter(outcome, retry);
  return await parts.database.kysely.transaction().execute(async (tx) => {
    const isMine = await settle(tx, row, {
      status,
      next_at: new Date(parts.now + (retry ?? 0)),
      last_status: outcome.status ?? null,
      last_error: outcome.kind === 'failed' ? outcome.reason : null,
      response_ms: Math.round(tookMs),
      delivered_at: outcome.kind === 'delivered' ? new Date(parts.now) : null,
    });
    if (!isMine) return 'lost';
    if (outcome.kind === 'delivered') await noteSuccess(tx, subscription, new Date(parts.now));
    else await noteFailure(tx, { row, subscription, outcome, isDead: status === 'dead' }, parts);
    return status;
  });
}

function statusAfter(outcome: Outcome, retry: number | undefined): 'delivered' | 'failed' | 'dead' {
  if (outcome.kind === 'delivered') return 'delivered';
  return retry === undefined ? 'dead' : 'failed';
}

interface Result {
  readonly status: 'delivered' | 'failed' | 'dead';
  readonly next_at: Date;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly response_ms: number;
  readonly delivered_at: Date | null;
}

/** Of a digest, its deliveries become what it became. Whether the delivery was still the claimer's. */
async function settle(
  tx: Transaction<EventsTables>,
  row: DeliveryRow,
  result: Result,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('delivery')
    .set({ ...result, claimed_by: null })
    .where('id', '=', row.id)
    .where('status', '=', 'delivering')
    .where('claimed_by', '=', row.claimed_by)
    .where('attempts', '=', row.attempts)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  if (row.event_id === null) {
    await tx
      .updateTable('delivery')
      .set({ ...result, attempts: row.attempts, first_at: row.first_at, last_at: row.last_at })
      .where('digest_id', '=', row.id)
      .execute();
  }
  return true;
}

async function noteSuccess(
  tx: Transaction<EventsTables>,
  { uid, name, generation }: Subscription,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('subscription_state')
    .values({
      ...{ subscription_uid: uid, subscription_name: name, generation },
      ...NOTHING_WRONG,
      last_success_at: now,
      ...{ last_failure_at: null, last_failure_status: null, last_failure_reason: null },
    })
    .onConflict((conflict) =>
      conflict.column('subscription_uid').doUpdateSet({
        ...{ subscription_name: name, generation },
        ...NOTHING_WRONG,
        last_success_at: now,
      }),
    )
    .execute();
}

const NOTHING_WRONG = {
  consecutive_failures: 0,
  failing_since: null,
  throttled_until: null,
  disabled_at: null,
  disabled_reason: null,
  disabled_message: null,
} as const;

interface Failed {
  readonly row: DeliveryRow;
  readonly subscription: Subscription;
  readonly outcome: Failure;
  readonly isDead: boolean;
}

async function noteFailure(
  tx: Transaction<EventsTables>,
  failed: Failed,
  parts: OutcomeParts,
): Promise<void> {
  const state = await countFailure(tx, failed, parts);
  if (state.disabled_at !== null) return;
  const disabled = disabledBy(failed, state, parts);
  if (!disabled) return;
  const { uid } = failed.subscription;
  await tx
    .updateTable('subscription_state')
    .set({ ...disabled, disabled_at: new Date(parts.now) })
    .where('subscription_uid', '=', uid)
    .execute();
  await cancelAll(tx, uid, 'The subscription was disabled. Replay it when it is enabled again.');
}

/** What was before the subscription was edited does not count. */
async function countFailure(
  tx: Transaction<EventsTables>,
  { subscription, outcome }: Failed,
  { settings, now }: OutcomeParts,
): Promise<StateRow> {
  const { uid, name, generation } = subscription;
  const throttle = throttleMs(outcome, settings);
  const at = new Date(now);
  const until = throttle === undefined ? null : new Date(now + throttle);
  const { rows } = await sql<StateRow>`
    insert into events.subscription_state as s (subscription_uid, subscription_name, generation,
      consecutive_failures, failing_since, last_failure_at, last_failure_status, last_failure_reason, throttled_until)
    values (${uid}, ${name}, ${generation}, 1, ${at}, ${at}, ${outcome.status ?? null}, ${outcome.reason}, ${until})
    on conflict (subscription_uid) do update set
      subscription_name = excluded.subscription_name,
      generation = excluded.generation,
      consecutive_failures = case when s.generation = excluded.generation then s.consecutive_failures + 1 else 1 end,
      failing_since = case when s.generation = excluded.generation then coalesce(s.failing_since, excluded.failing_since)
        else excluded.failing_since end,
      last_failure_at = excluded.last_failure_at,
      last_failure_status = excluded.last_failure_status,
      last_failure_reason = excluded.last_failure_reason,
      throttled_until = case when s.generation = excluded.generation then greatest(s.throttled_until, excluded.throttled_until)
        else excluded.throttled_until end,
      disabled_at = case when s.generation = excluded.generation then s.disabled_at end,
      disabled_reason = case when s.generation = excluded.generation then s.disabled_reason end,
      disabled_message = case when s.generation = excluded.generation then s.disabled_message end
    returning *`.execute(tx);
  const [state] = rows;
  if (!state) throw new Error('a state that was written was not answered');
  return state;
}

/** Why a subscription is disabled now; undefined: it is not. */
function disabledBy(
  { row, outcome, isDead }: Failed,
  state: StateRow,
  { settings, now }: OutcomeParts,
): Pick<StateRow, 'disabled_reason' | 'disabled_message'> | undefined {
  if (outcome.isGone === true) {
    return { disabled_reason: 'Gone', disabled_message: outcome.reason };
  }
  if (row.is_asked) return undefined;
  const since = state.failing_since?.getTime() ?? now;
  const isTooLong = now - since >= settings.disableAfterMs;
  if (!isTooLong && !isExhausted({ row, outcome, isDead }, state)) return undefined;
  const from = new Date(since).toISOString();
  const message = `Nothing was delivered since ${from}; the last attempt: ${outcome.reason}`;
  return { disabled_reason: 'Failing', disabled_message: message };
}

/** Whether all attempts were made in vain, and nothing else was delivered since the first. */
const isExhausted = (
  { row, outcome, isDead }: Pick<Failed, 'row' | 'outcome' | 'isDead'>,
  { last_success_at: success }: StateRow,
): boolean => isDead && outcome.isFinal !== true && (success === null || success < row.created_at);

/**
 * Ends what waits for a subscription that gets nothing any more, but for what a person asked for. What is under way ends by itself; `abandonedBy`: but for what was to be over by then,
 * which somebody who died had under way.
 */
export async function cancelAll(
  kysely: Pick<Transaction<EventsTables>, 'updateTable'>,
  uid: string,
  why: string,
  abandonedBy?: Date,
): Promise<void> {
  await kysely
    .updateTable('delivery')
    .set({ status: 'cancelled', last_error: why, claimed_by: null })
    .where('subscription_uid', '=', uid)
    .where((is) =>
      is.or([
        is('status', 'in', ['pending', 'failed']),
        ...(abandonedBy
          ? [is.and([is('status', '=', 'delivering'), is('next_at', '<=', abandonedBy)])]
          : []),
      ]),
    )
    .where('is_asked', '=', false)
    .execute();
}
