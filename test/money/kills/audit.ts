import {
  TOKEN_BUCKETS,
  type Completion,
  type TokenBuckets,
} from '@aicp/contracts/usage/usage-record';
import type { Entry } from './billing-provider.ts';
import type { Fared } from './clients.ts';
import { sumOf, type AttemptRow, type LedgerContents, type RequestRow } from './ledger-rows.ts';
import { MODELS, type Fate, type ModelId } from './plan.ts';

/** Rows that the provider counted, and those that the gateway estimated, by how the request ended. */
export type Sort = 'provider' | `estimate, ${Completion}`;

export interface Evidence {
  /** How each request that was sent ended for its client. */
  readonly fared: ReadonlyMap<string, Fared>;
  /** What the provider saw and charged, by request. */
  readonly books: ReadonlyMap<string, readonly Entry[]>;
  readonly ledger: LedgerContents;
}

/** What rows of one sort come to, beside what the provider charged for their requests. */
export interface Sum {
  readonly rows: number;
  readonly cost: bigint;
  readonly books: bigint;
  /** The differences of all rows, whichever way they go. */
  readonly off: bigint;
  /** The largest of them. */
  readonly most: bigint;
}

export interface Findings {
  /** What must not be, as sentences. */
  readonly faults: readonly string[];
  /** Rows by who counted and how the request ended. */
  readonly sums: ReadonlyMap<Sort, Sum>;
  /** Attempts that have a row, and that the provider saw. */
  readonly attempts: { readonly rows: number; readonly seen: number };
  /** Requests that no provider saw; and how many of these have no row, although their client was answered: a refusal that was not on the disk yet. */
  readonly unseen: { readonly requests: number; readonly forgotten: number };
}

/** Holds the ledger against what clients were answered and what the provider's books say. */
export function audit({ fared, books, ledger }: Evidence): Findings {
  const faults: string[] = [];
  const byRequest = new Map<string, RequestRow>();
  for (const row of ledger.rows) {
    if (byRequest.has(row.request)) faults.push(`${row.request} is in the ledger twice`);
    if (!fared.has(row.request)) faults.push(`nobody sent ${row.request}`);
    byRequest.set(row.request, row);
    const entries = books.get(row.request) ?? [];
    for (const fault of faultsOf(row, entries)) {
      faults.push(`${row.request} (${storyOf(row, entries)}): ${fault}`);
    }
  }
  for (const request of books.keys()) {
    if (!byRequest.has(request)) faults.push(`${request} reached a provider and is lost`);
  }
  faults.push(...faultsOfSums(ledger));
  const unseen = [...fared.keys()].filter((request) => !books.has(request));
  return {
    faults,
    sums: sumsOf(ledger.rows, books),
    attempts: {
      rows: ledger.rows.reduce((sum, { attempts }) => sum + attempts.length, ledger.strays),
      seen: [...books.values()].reduce((sum, entries) => sum + entries.length, 0),
    },
    unseen: {
      requests: unseen.length,
      forgotten: unseen.filter((request) => {
        const how = fared.get(request);
        return typeof how === 'object' && !byRequest.has(request);
      }).length,
    },
  };
}

/** The ledger's side of a request, and the provider's. */
const storyOf = ({ completion, attempts }: RequestRow, entries: readonly Entry[]): string =>
  [
    completion,
    ...attempts.map(({ provider, outcome, reason }) => `${provider} ${outcome} ${reason}`.trim()),
    'by the books',
    ...entries.map(({ provider, fate }) => `${provider} ${fate}`),
  ].join(', ');

function faultsOfSums({ rows, summed, strays }: LedgerContents): string[] {
  const cost = sumOf(rows.map((row) => row.cost));
  const ofAttempts = sumOf(rows.flatMap(({ attempts }) => attempts.map((one) => one.cost)));
  const isEqual = summed.cost === cost && Number(summed.requests) === rows.length;
  return [
    ...(isEqual ? [] : [`rows come to ${cost} of ${rows.length}, days to ${summed.cost}`]),
    ...(ofAttempts === cost ? [] : [`rows come to ${cost}, attempts to ${ofAttempts}`]),
    ...(strays === 0 ? [] : [`${strays} requests have attempts and no row`]),
  ];
}

/** What is wrong with a request's rows. */
function faultsOf(row: RequestRow, entries: readonly Entry[]): string[] {
  const { attempts, counted } = row;
  const faults: string[] = [];
  if (attempts.length !== counted) faults.push(`counts ${counted} attempts of ${attempts.length}`);
  if (attempts.some(({ number }, index) => number !== index + 1)) faults.push('attempts are amiss');
  const seen = row.attempts.reduce((count, attempt, index) => {
    const entry = entries[count];
    const isLast = index === attempts.length - 1;
    if (entry && agree(attempt, entry, isLast && isCutOff(row))) return count + 1;
    // The last may have died, or been left, before its first byte reached the provider.
    const isUnseen = !entry && isLast && isCutOff(row);
    if (!isUnseen && !isUnreached(attempt))
      faults.push(`attempt ${index + 1} is told of otherwise`);
    return count;
  }, 0);
  if (seen !== entries.length) faults.push(`${seen} attempts of ${entries.length}`);
  if (entries.slice(0, -1).some((entry) => entry.fate !== 'breaks' && costOf(entry) !== 0n)) {
    faults.push('an attempt before the last was charged for');
  }
  return row.source === 'provider' ? [...faults, ...faultsOfCount(row, entries.at(-1))] : faults;
}

/** Whether nobody knows of its last attempt how it ended. */
const isCutOff = ({ completion }: RequestRow): boolean =>
  completion === 'unknown' || completion === 'client_gone';

/** Whether it may be that the provider never heard of it: a gateway on a busy machine can be so late that its time is over before it is connected. */
const isUnreached = ({ outcome, reason, cost }: AttemptRow): boolean =>
  outcome === 'failed' && UNREACHED.has(reason) && cost === 0n;

const UNREACHED: ReadonlySet<string> = new Set(['connection', 'timeout']);

/** Whether a row is as the provider counted, to the token and the nano-dollar. */
function faultsOfCount(row: RequestRow, entry: Entry | undefined): string[] {
  if (!entry) return ['nobody can have counted it'];
  if (!entry.isTold && entry.fate !== 'refuses') return ['the provider never told its count'];
  const isSame = TOKEN_BUCKETS.every((bucket) => row.tokens[bucket] === entry.billed[bucket]);
  const cost = costOf(entry);
  return isSame && cost === row.cost ? [] : [`costs ${row.cost}, and ${cost} by the books`];
}

const OUTCOMES: Readonly<Record<Fate, readonly AttemptRow['outcome'][]>> = {
  answers: ['answered'],
  'counts nothing': ['answered'],
  refuses: ['answered'],
  fails: ['failed'],
  'is busy': ['failed'],
  cuts: ['failed'],
  hangs: ['failed'],
  // A stream of which the client had some, and a document of which it had nothing.
  breaks: ['broken', 'failed'],
};

function agree(attempt: AttemptRow, { provider, fate }: Entry, isCutOff: boolean): boolean {
  const isSo = OUTCOMES[fate].includes(attempt.outcome);
  return attempt.provider === provider && (isSo || (isCutOff && attempt.outcome === 'dropped'));
}

/** By hand, so that no slip of the product's own arithmetic is believed: rounded half up once. */
export function costOf({ billed, model }: Pick<Entry, 'billed' | 'model'>): bigint {
  return costBy(model, billed);
}

export function costBy(model: ModelId, tokens: TokenBuckets): bigint {
  const { input, cachedInput, output, reasoning } = MODELS[model].prices;
  const millionths =
    BigInt(tokens.input) * BigInt(input) +
    BigInt(tokens.cached_input) * BigInt(cachedInput) +
    BigInt(tokens.output) * BigInt(output) +
    BigInt(tokens.reasoning) * BigInt(reasoning);
  return (millionths + 500_000n) / 1_000_000n;
}

export const NOTHING: Sum = { rows: 0, cost: 0n, books: 0n, off: 0n, most: 0n };

function sumsOf(
  rows: readonly RequestRow[],
  books: ReadonlyMap<string, readonly Entry[]>,
): Map<Sort, Sum> {
  const sums = new Map<Sort, Sum>();
  for (const row of rows) {
    const charged = chargedFor(row, books.get(row.request) ?? []);
    const off = row.cost < charged ? charged - row.cost : row.cost - charged;
    const name = sortOf(row.source, row.completion);
    const sum = sums.get(name) ?? NOTHING;
    sums.set(name, {
      rows: sum.rows + 1,
      cost: sum.cost + row.cost,
      books: sum.books + charged,
      off: sum.off + off,
      most: off > sum.most ? off : sum.most,
    });
  }
  return sums;
}

/** Of several attempts, a request counts the one that was answered; else the last that broke off in the middle of an answer. */
function chargedFor({ source }: RequestRow, entries: readonly Entry[]): bigint {
  const costs = entries.map(costOf);
  const last = source === 'provider' ? costs.at(-1) : costs.findLast((cost) => cost !== 0n);
  return last ?? 0n;
}

const sortOf = (source: RequestRow['source'], completion: Completion): Sort =>
  source === 'provider' ? source : `${source}, ${completion}`;
