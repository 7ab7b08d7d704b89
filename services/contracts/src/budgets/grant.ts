/** What is known of a session and a counter in a period. All amounts are nano-USD, sums over the period. */
export interface LeaseRow {
  /** What the session may spend in all. */
  readonly granted: bigint;
  /** What of its spend the ledger has. */
  readonly ingested: bigint;
}

/** What the session says, and asks for. */
export interface Wish {
  readonly spent: bigint;
  readonly held: bigint;
  /** How much is to be granted in all; undefined: no more than what is a fact. */
  readonly target: bigint | undefined;
}

/** What is left of the limit for everybody. */
export interface Room {
  readonly limit: bigint;
  /** What the ledger has, whoever spent it. */
  readonly spent: bigint;
  /** What other sessions may still spend, or have spent and not delivered. */
  readonly others: bigint;
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** What a session may still spend, or has spent and not delivered: this much of the limit is not for others. */
export const outstanding = ({ granted, ingested }: LeaseRow): bigint =>
  larger(0n, granted - ingested);

/** All that is known to be spent: what the ledger has, and what sessions said beyond what it has of theirs. */
export const knownSpend = (
  spent: bigint,
  sessions: readonly { readonly said: bigint; readonly ingested: bigint }[],
): bigint =>
  sessions.reduce((total, { said, ingested }) => total + larger(0n, said - ingested), spent);

/**
 * How much a session may spend in all from now on. What it has spent and reserved is a fact, and granted whatever the limit; more than that is granted as long as
 * the ledger's spend and all that is outstanding stay within the limit. A smaller target gives the rest back.
 */
export function grant(row: LeaseRow, { spent, held, target }: Wish, room: Room): bigint {
  const fact = spent + held;
  if (target === undefined) return fact;
  if (target <= row.granted) return larger(target, fact);
  const least = larger(row.granted, fact);
  const taken = room.spent + room.others + outstanding({ ...row, granted: least });
  const free = larger(0n, room.limit - taken);
  return least + smaller(free, larger(0n, target - least));
}
