import { NO_TOKENS } from '@aicp/contracts/usage/usage-record';
import { expect, it } from 'vitest';
import { audit, type Evidence } from './audit.ts';
import type { Entry } from './billing-provider.ts';
import type { RequestRow } from './ledger-rows.ts';

const billed = { ...NO_TOKENS, input: 100, output: 10 };
/** By hand: (100 × 2,500,333 + 10 × 10,000,999) / 1,000,000 is 350.04. */
const COST = 350n;
const entry: Entry = { provider: 'one', model: 'main', fate: 'answers', billed, isTold: true };
const failed: Entry = { ...entry, fate: 'fails', billed: NO_TOKENS, isTold: false };
const answered = {
  number: 1,
  provider: 'one',
  outcome: 'answered',
  reason: '',
  cost: COST,
} as const;
const row: RequestRow = {
  ...{ request: 'a', source: 'provider', completion: 'complete', counted: 1 },
  ...{ tokens: billed, cost: COST, attempts: [answered] },
};

/** A request that failed for some reason before it was answered. */
const triedTwice = (reason: string): RequestRow => ({
  ...{ ...row, counted: 2 },
  attempts: [
    { number: 1, provider: 'one', outcome: 'failed', reason, cost: 0n },
    { ...answered, number: 2 },
  ],
});

/** One request, by its row and the books. */
function faultsOf(
  rows: readonly RequestRow[],
  entries: readonly Entry[] = [entry],
  more: Partial<Evidence['ledger']> = {},
): readonly string[] {
  const cost = rows.reduce((sum, one) => sum + one.cost, 0n);
  const summed = { requests: BigInt(rows.length), cost };
  const { faults } = audit({
    fared: new Map([['a', { status: 200 }]]),
    books: new Map([['a', entries]]),
    ledger: { rows, summed, strays: 0, ...more },
  });
  return faults;
}

it('finds nothing where the ledger is as the books', () => {
  expect(faultsOf([row])).toEqual([]);
  expect(faultsOf([triedTwice('server_error')], [failed, entry])).toEqual([]);
});

it('takes an attempt that the provider never heard of for one where it may have come too late, and only there', () => {
  expect(faultsOf([triedTwice('timeout')], [entry])).toEqual([]);
  expect(faultsOf([triedTwice('server_error')], [entry]).join()).toContain('told of otherwise');
});

it.each<[string, readonly RequestRow[], readonly Entry[] | undefined, string]>([
  ['a request that is lost', [], undefined, 'is lost'],
  ['one that is there twice', [row, row], undefined, 'twice'],
  ['one that nobody sent', [row, { ...row, request: 'b' }], undefined, 'nobody sent b'],
  [
    'a nano-dollar too much',
    [{ ...row, cost: 351n, attempts: [{ ...answered, cost: 351n }] }],
    undefined,
    'costs 351, and 350',
  ],
  ['a token too few', [{ ...row, tokens: { ...billed, output: 9 } }], undefined, 'by the books'],
  ['a count that was never told', [row], [{ ...entry, isTold: false }], 'never told'],
  ['an attempt that has no row', [row], [failed, entry], '0 attempts of 2'],
  [
    'an attempt under the name of another provider',
    [{ ...row, attempts: [{ ...answered, provider: 'two' }] }],
    undefined,
    'told of otherwise',
  ],
  ['an attempt that failed and is said to have answered', [row], [failed], 'told of otherwise'],
  [
    'attempts that cost more than their request',
    [{ ...row, attempts: [{ ...answered, cost: 9n }] }],
    undefined,
    'attempts to 9',
  ],
])('finds %s', (_, rows, entries, fault) => {
  expect(faultsOf(rows, entries).join('\n')).toContain(fault);
});

it('finds sums that are not those of the rows, and attempts without their request', () => {
  expect(faultsOf([row], [entry], { summed: { requests: 1n, cost: 349n } })).toHaveLength(1);
  expect(faultsOf([row], [entry], { strays: 1 })).toHaveLength(1);
});

it('adds up what was estimated apart, with its error', () => {
  const estimate: RequestRow = { ...row, source: 'estimate', completion: 'unknown', cost: 400n };
  const { sums } = audit({
    fared: new Map([['a', 'cut']]),
    books: new Map([['a', [{ ...entry, isTold: false }]]]),
    ledger: { rows: [estimate], summed: { requests: 1n, cost: 400n }, strays: 0 },
  });
  expect([...sums]).toEqual([
    ['estimate, unknown', { rows: 1, cost: 400n, books: COST, off: 50n, most: 50n }],
  ]);
});
