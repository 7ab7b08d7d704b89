import { expect, it } from 'vitest';
import { audit, costBy, NOTHING, type Findings, type Sort, type Sum } from './kills/audit.ts';
import { BillingProvider } from './kills/billing-provider.ts';
import { Traffic } from './kills/clients.ts';
import { Fleet } from './kills/fleet.ts';
import { Killer } from './kills/killer.ts';
import { readLedger } from './kills/ledger-rows.ts';
import { missing } from './kills/parts.ts';
import { KEYS, MODELS, MOST_TOKENS } from './kills/plan.ts';
import { reportOf } from './kills/report.ts';
import { NO_TOKENS } from '@aicp/contracts/usage/usage-record';
import { budget } from '@aicp/gateway/testing/budgets';
import { key, model, provider, type Fragments } from '@aicp/gateway/testing/fragments';

/** `make prove` sends 100,000. */
const IS_FULL = process.env['AICP_KILLED_REQUESTS'] !== undefined;
const REQUESTS = Number(process.env['AICP_KILLED_REQUESTS'] ?? 900);
/** What is printed, to draw the same again. */
const SEED = Number(process.env['AICP_KILL_SEED'] ?? Math.floor(Math.random() * 1_000_000));
const KILLS = Math.max(8, Math.round(REQUESTS / 500));
const CLIENTS = 64;
/** A full run on a machine that has much else to do. */
const LONGEST_MS = 3_600_000;

/** No estimate is off by more than the dearest request costs. */
const DEAREST = costBy('main', { ...NO_TOKENS, ...MOST_TOKENS });
/** Of what was estimated from the whole text of an answer: what tokens are longer or shorter than others evens out in many rows. */
const SHARE_OFF = IS_FULL ? 0.03 : 0.15;

/** One that hangs is left after so long. Nothing else takes this long, also on a busy machine. */
const TIMEOUT_MS = 5000;
/** Enough for all: it is counted and reserved in, and refuses nothing. */
const LIMIT_USD = '1000000';

const fragmentsOf = (books: BillingProvider): Fragments => ({
  providers: (['one', 'two'] as const).map((id) =>
    provider(id, { baseUrl: books.addressOf(id), timeoutMs: TIMEOUT_MS, maxRetries: 1 }),
  ),
  models: [
    model('main', 'one', { prices: MODELS.main.prices, fallbacks: ['spare'] }),
    model('spare', 'two', { prices: MODELS.spare.prices }),
  ],
  keys: KEYS.map((id) => key(id)),
  budgets: [
    budget('all', LIMIT_USD, { scope: 'global' }),
    budget('each-key', LIMIT_USD, { scope: 'key' }),
  ],
});

async function run() {
  await using books = await new BillingProvider(SEED).listen();
  await using fleet = await Fleet.start({
    fragments: fragmentsOf(books),
    gateways: 3,
    hasRedis: true,
    environment: { AICP_JOURNAL_SEGMENT_BYTES: '200000' },
  });
  const { parts } = fleet;
  const killer = new Killer({ seed: SEED, parts, requests: REQUESTS, kills: KILLS });
  const traffic = new Traffic({
    ...{ seed: SEED, requests: REQUESTS, clients: CLIENTS },
    ports: () => fleet.ports,
    onOver: (over) => {
      killer.onOver(over);
    },
  });
  await traffic.run();
  await killer.settled();
  await fleet.caughtUp();
  const ledger = await readLedger(fleet.postgres.server.url());
  const spent = Number(ledger.summed.cost) / 1e9;
  await expect.poll(() => fleet.standing('all')).toEqual({ spent, reserved: 0 });
  const findings = audit({ fared: traffic.fared, books: books.books, ledger });
  const { kills } = killer;
  process.stdout.write(reportOf({ seed: SEED, fared: traffic.fared, kills, findings }));
  return { findings, kills, errors: fleet.errors() };
}

const sumOf = ({ sums }: Findings, sort: Sort): Sum => sums.get(sort) ?? NOTHING;

const shareOff = ({ cost, books }: Sum): number => Math.abs(Number(cost - books)) / Number(books);

it.skipIf(missing() !== undefined)(
  'every attempt is in the ledger once, at what the provider charges, while all that serves is killed again and again',
  { timeout: LONGEST_MS },
  async () => {
    const { findings, kills, errors } = await run();
    expect(findings.faults).toEqual([]);
    expect(errors).toEqual([]);
    expect(Object.values(kills).every((count) => count > 0)).toBe(true);

    // Those that died, were left, or came too late, before the provider heard of them.
    const { rows, seen } = findings.attempts;
    expect(rows - seen).toBeLessThan(rows / 20);

    const counted = sumOf(findings, 'provider');
    expect(counted.rows).toBeGreaterThan(REQUESTS / 2);
    expect([counted.cost, counted.off]).toEqual([counted.books, 0n]);

    const estimates = [...findings.sums.values()].filter((sum) => sum !== counted);
    expect(estimates.every(({ most }) => most <= DEAREST)).toBe(true);
    expect(shareOff(sumOf(findings, 'estimate, complete'))).toBeLessThan(SHARE_OFF);
    expect(shareOff(sumOf(findings, 'estimate, provider_failed'))).toBeLessThan(SHARE_OFF);
    const atOnce = CLIENTS * kills.gateway;
    expect(sumOf(findings, 'estimate, unknown').rows).toBeLessThanOrEqual(atOnce);
    expect(findings.unseen.forgotten).toBeLessThanOrEqual(atOnce);
  },
);
