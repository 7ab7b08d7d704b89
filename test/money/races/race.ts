import { openLedger } from '@aicp/ledger/testing/ledger-home';
import { budget } from '@aicp/gateway/testing/budgets';
import { key, model, provider } from '@aicp/gateway/testing/fragments';
import { waitFor } from '@aicp/gateway/testing/wait-for';
import { Fleet } from '../kills/fleet.ts';
import { readLedger, type LedgerContents } from '../kills/ledger-rows.ts';
import type { GatewayPart } from '../kills/parts.ts';
import { CountingProvider, TOKENS, type Entry } from './counting-provider.ts';
import { Racers } from './racers.ts';
import { giveBack, lose, returns, type RedisFate } from './redis-fates.ts';

/** Nano-USD. */
export const DOLLAR = 1_000_000_000;
const CLIENTS = 64;
const GATEWAYS = 4;
/** When what happens, by the share of the dollar that the provider has charged. */
const SHARES = { joins: 0.2, loses: 0.35, kills: 0.5, givesBack: 0.6 };
/** A busy machine answers late, and is not lost for it. */
const REDIS_DEADLINE_MS = '2000';
/** What is lacking of the dollar after all have been refused is asked for again: a busy machine may let leases wait for too long. */
const LONGEST_MS = 15_000;

export interface RaceOptions {
  readonly fate: RedisFate;
  /** What each request costs, nano-USD. */
  readonly cost: number;
  /** How long an answer takes, give or take half of it. */
  readonly latencyMs: number;
}

/** Processes that race, and what they race for. */
export class Race implements AsyncDisposable {
  readonly racers: Racers;
  readonly fleet: Fleet;
  readonly provider: CountingProvider;
  /** When something happened, by the steady clock, ms. */
  readonly at = new Map<keyof typeof SHARES | 'ended', number>();
  private readonly options: RaceOptions;
  private readonly stack: AsyncDisposableStack;
  private readonly happening: Promise<unknown>[] = [];

  private constructor(
    options: RaceOptions,
    parts: { fleet: Fleet; provider: CountingProvider; stack: AsyncDisposableStack },
  ) {
    this.options = options;
    this.fleet = parts.fleet;
    this.provider = parts.provider;
    this.stack = parts.stack;
    this.racers = new Racers({ clients: CLIENTS, gateways: () => this.fleet.gateways });
  }

  static async start(options: RaceOptions): Promise<Race> {
    await using stack = new AsyncDisposableStack();
    const charging = stack.use(await CountingProvider.start(options.latencyMs));
    const prices = { input: '0', output: String((options.cost / TOKENS) * 1_000_000) };
    const fleet = await Fleet.start({
      fragments: {
        providers: [provider('sim', { baseUrl: charging.url })],
        models: [model('small', 'sim', { prices })],
        keys: [key('alice')],
        budgets: [budget('dollar', '1', { scope: 'global' })],
      },
      gateways: GATEWAYS,
      hasRedis: options.fate !== 'is not there',
      environment: { AICP_REDIS_DEADLINE_MS: REDIS_DEADLINE_MS },
    });
    stack.use(fleet);
    return new Race(options, { fleet, provider: charging, stack: stack.move() });
  }

  /** The one that is killed. */
  get killed(): GatewayPart {
    const [first] = this.fleet.gateways;
    if (!first) throw new Error('there is no gateway');
    return first;
  }

  /** What the provider charged, nano-USD. */
  get charged(): number {
    return this.provider.books.size * this.options.cost;
  }

  /** All ask until they are refused, while a gateway joins, Redis fares as it does, and a gateway dies; then, once all that happens is over, again. */
  async run(): Promise<void> {
    const { fleet, options } = this;
    const { redis } = fleet;
    const events = [
      { what: 'joins', run: () => fleet.join() },
      { what: 'loses', run: () => lose(redis, options.fate) },
      { what: 'kills', run: () => this.killed.kill() },
      { what: 'givesBack', run: () => giveBack(redis, options.fate) },
    ] as const;
    this.provider.onCharge = () => {
      for (const { what, run } of events) {
        if (this.at.has(what) || this.charged < SHARES[what] * DOLLAR) continue;
        this.at.set(what, performance.now());
        this.happening.push(run());
      }
    };
    await this.racers.round();
    await Promise.all(this.happening);
    if (returns(options.fate)) await this.shared();
    await this.racers.round();
  }

  /** Asks on until so much is spent, or for as long as a busy machine may need. */
  async runUpTo(least: () => Promise<number>): Promise<void> {
    const patience = AbortSignal.timeout(LONGEST_MS);
    while (this.charged < (await least()) && !patience.aborted) await this.racers.round(1);
    this.at.set('ended', performance.now());
  }

  /** Resolves when all gateways that run count together. */
  async shared(): Promise<void> {
    await waitFor(async () => {
      const all = await Promise.all(this.fleet.ports.map((port) => isConnected(port)));
      return all.every(Boolean) ? true : undefined;
    });
  }

  /** What the provider charged for requests of some moments, at one gateway or at all, nano-USD. */
  costOf(isMeant: (entry: Entry) => boolean, gateway?: string): number {
    const { provider: charging, racers, options } = this;
    const found = [...charging.books].filter(
      ([id, entry]) =>
        isMeant(entry) &&
        (gateway ?? racers.fared.get(id)?.gateway) === racers.fared.get(id)?.gateway,
    );
    return found.length * options.cost;
  }

  /** What is outstanding of a gateway that does not come back: granted to it, and not in the ledger. */
  async outstandingOf(gateway: string): Promise<number> {
    const ledger = await openLedger({ url: this.fleet.postgres.server.url() });
    try {
      const rows = await ledger.kysely
        .selectFrom('lease')
        .select(['granted', 'ingested'])
        .where('replica', '=', gateway)
        .execute();
      return rows.reduce(
        (sum, row) => sum + Math.max(0, Number(row.granted) - Number(row.ingested)),
        0,
      );
    } finally {
      await ledger.close();
    }
  }

  /** What the ledger has, once all that gateways know is there. */
  async ledger(): Promise<LedgerContents> {
    await this.fleet.caughtUp();
    return await readLedger(this.fleet.postgres.server.url());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stack.disposeAsync();
  }
}

async function isConnected(port: number): Promise<boolean> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return /^aicp_counters_connected(?:\{[^}]*\})? 1$/m.test(metrics);
}
