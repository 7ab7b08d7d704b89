import { z } from 'zod';
import { BUDGET_SCOPES } from '../spend/spend-subject.ts';
import { senderName } from '../usage/sender-name.ts';

/**
 * Leases of money. Where gateways share no counters, each spends of what it was granted alone. All amounts of a counter are sums over one period and one
 * session, which is one process of a gateway from its start to its end: what was granted to it, what it spent, what the ledger has of that. So an answer
 * that comes late, or a delivery that is sent twice, changes nothing.
 */

/** A path of the budget service. The token is the one that a gateway delivers usage with. */
export const LEASES_PATH = '/leases';
/** So many counters a call holds at most. */
export const MOST_LEASED = 2_000;

/** What a gateway may say, nano-USD as text, because it may pass 2^53: less than a hundred thousand million dollars. */
const saidNanoUsd = z.string().regex(/^[0-9]{1,20}$/, { error: 'must be 1 to 20 digits' });
/** What it is answered: sums of what many may say. */
const nanoUsd = z.string().regex(/^[0-9]{1,30}$/, { error: 'must be 1 to 30 digits' });
const MOST_ANSWERED = 10n ** 30n - 1n;

/** An amount as an answer holds it, whatever the ledger says. */
export const answeredNanoUsd = (amount: bigint): string => {
  if (amount < 0n) return '0';
  return String(amount > MOST_ANSWERED ? MOST_ANSWERED : amount);
};

/** Before the year 2100, and where a quarter-hour begins, as all periods do: there are no finer sums. */
const moment = z.int().min(0).max(4_102_444_800_000).multipleOf(900_000);

/** What a gateway says of one counter in one period. */
export const leaseWish = z.object({
  subject: z.object({
    scope: z.enum(BUDGET_SCOPES),
    organization: z.string().max(253).optional(),
    value: z.string().max(600).optional(),
  }),
  /** The period, milliseconds since 1970. */
  starts_ms: moment,
  ends_ms: moment,
  /** From how much spend on the strictest budget refuses. */
  limit: saidNanoUsd,
  /** What the session has spent in the period. */
  spent: saidNanoUsd,
  /** What its requests under way have reserved. */
  held: saidNanoUsd,
  /** How much is to be granted to the session in all; absent where it shares a counter with others and needs no grant. */
  target: saidNanoUsd.optional(),
  /** What the session has spent and reserved, and what its requests wait for; absent: nothing waits. */
  needed: saidNanoUsd.optional(),
  /** Requests that came before, milliseconds since 1970, are not in what the session says that it has spent: the budget was not there then; absent: all are. */
  since_ms: z.int().min(0).optional(),
  /** The highest limit by which the session refused a request in the period, as there was no room; absent: none was. */
  refused_at: saidNanoUsd.optional(),
});
export type LeaseWish = z.output<typeof leaseWish>;

/** `POST /leases`. */
export const leaseCall = z.object({
  replica: senderName,
  /** A name that no other process has, nor had. */
  session: senderName,
  /** Grows from call to call of a session. One that comes after a later one changes nothing. */
  number: z.int().min(1),
  /** Whether all that earlier processes of this replica spent is delivered: they hold nothing any more. */
  has_delivered_older: z.boolean(),
  counters: z.array(leaseWish).max(MOST_LEASED),
});
export type LeaseCall = z.output<typeof leaseCall>;

/** How a counter stands. */
export const leaseGrant = z.object({
  /** What the ledger has of the period, whoever spent it. */
  spent: nanoUsd,
  /** What is granted to this session in all. */
  granted: nanoUsd,
  /** What of the ledger's is of no session that still counts: earlier processes, and gateways that are gone. */
  base: nanoUsd,
  /** What other sessions may still spend, or have spent and not delivered. */
  others: nanoUsd,
  /** All that is known to be spent: what the ledger has, and what sessions that still count said that they have spent beyond that; absent of a budget service that does not say it yet. */
  known: nanoUsd.optional(),
  /** What of the ledger's is of this session; absent of a budget service that does not say it yet. */
  ingested: nanoUsd.optional(),
  /** What other sessions were granted and did not use when they last spoke: it comes back where somebody needs it; absent: nothing. */
  idle: nanoUsd.optional(),
  /** Whether another session lacks what its requests wait for: this one is to give back what it does not use. */
  is_sought: z.boolean().optional(),
});
export type LeaseGrant = z.output<typeof leaseGrant>;

/** The answer, in the order of the call. */
export const leaseAnswer = z.object({
  /** For so long after the call was sent the grants may be used, ms. */
  valid_ms: z.int().min(0),
  counters: z.array(leaseGrant),
});
export type LeaseAnswer = z.output<typeof leaseAnswer>;
