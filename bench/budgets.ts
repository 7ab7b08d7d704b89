import { EqualShares } from '@aicp/common/counters/allowance';
import type { Counters } from '@aicp/common/counters/counters';
import { MemoryCounters } from '@aicp/common/counters/memory-counters';
import { LOCAL_TOO } from '@aicp/common/http/address-guard';
import { systemClock } from '@aicp/common/time/clock';
import { countedBy } from '@aicp/contracts/budgets/money-counter-name';
import { BUDGET_SCOPES } from '@aicp/contracts/spend/spend-subject';
import { HealthBook } from '@aicp/gateway/health/health-book';
import type { Wanted } from '@aicp/gateway/limits/leases/lease-account';
import { LeaseBook } from '@aicp/gateway/limits/leases/lease-book';
import { LeasedCounters } from '@aicp/gateway/limits/leases/leased-counters';
import { Limiter } from '@aicp/gateway/limits/limiter';
import { TakenLimits } from '@aicp/gateway/limits/taken-limits';
import { Holders } from '@aicp/gateway/memory/holders';
import { limitedRequest } from '@aicp/gateway/pipeline/limits/limited-request';
import type { Routed } from '@aicp/gateway/pipeline/exchange/phases';
import { ClientRegistry } from '@aicp/gateway/providers/client-registry';
import { isRefused, RuntimeBuilder } from '@aicp/gateway/snapshot/runtime-builder';
import { budget } from '@aicp/gateway/testing/budgets';
import { key, model, simulated, snapshotOf } from '@aicp/gateway/testing/fragments';
import { TokenEstimator } from '@aicp/gateway/usage/token-estimator';

/** CPU of what budgets of every scope add to a request, counted in memory: what they ask, its reservation, and its settlement. The last line is one JSON object. */

const REQUESTS = 1_000_000;
const KEYS = 1_000;
/** What one budget or another may have taken more, in the longest run: µs CPU a request. */
const MOST_US = 15;
/** More than all requests together spend, nano-USD. */
const GRANTED = '500000000000000';
const USED = { tokens: 40, most: Infinity, cost: 900, payer: 'platform' } as const;

/** Counters in memory that spend what a budget service grants them, which always grants. */
function leasedCounters(): Counters {
  const book: LeaseBook = new LeaseBook({
    describe: (demand) => {
      const counted = countedBy(demand.counter);
      if (!counted) throw new Error(`"${demand.counter}" counts no money`);
      return { ...counted, own: counters.cell(demand) };
    },
    now: () => systemClock.now(),
    otherwise: new EqualShares(() => 1),
  });
  const counters = new MemoryCounters(systemClock, () => 1, book);
  const ask = (wanted: Wanted, done: () => void): void => {
    for (const [account] of wanted) {
      account.grant({ granted: GRANTED, spent: '0', base: '0', others: '0' });
    }
    done();
  };
  const caller = {
    ...{ ask, askAgain: ask, isLost: false },
    ...{ wake: () => undefined, stop: () => Promise.resolve() },
  };
  return new LeasedCounters({ counters, book, caller, clock: systemClock, isAlone: () => true });
}

function requesterWith(hasBudgets: boolean, counters: Counters): (index: number) => void {
  const clients = new ClientRegistry({
    egress: { platform: LOCAL_TOO, tenants: LOCAL_TOO },
    clock: systemClock,
    random: Math.random,
  });
  const runtime = new RuntimeBuilder({
    clientFor: (wish) => clients.clientFor(wish),
    health: new HealthBook({ clock: systemClock, random: () => 0 }),
  }).build(
    snapshotOf({
      providers: [simulated('sim')],
      models: [model('small', 'sim', { prices: { input: '150000000', output: '600000000' } })],
      keys: Array.from({ length: KEYS }, (_, index) =>
        key(`key-${index}`, {
          organization: 'acme',
          businessUnit: 'eu',
          team: `team-${index % 10}`,
          user: `user-${index % 100}`,
          metadata: { project: `project-${index % 10}` },
        }),
      ),
      budgets: hasBudgets ? BUDGET_SCOPES.map((scope) => budget(scope, '1000000', { scope })) : [],
    }),
  );
  if (isRefused(runtime)) throw new Error(JSON.stringify(runtime));
  const limiter = new Limiter(counters, new Holders());
  const gateway = { estimator: new TokenEstimator(), limiter };
  const small = runtime.catalog.named('small', { organization: 'acme' });
  const phases = [...runtime.keys.values()].map(
    ({ principal }) =>
      ({
        exchange: { runtime, gateway, at: Date.now(), steps: [] },
        principal,
        input: { maxTokens: 64, promptCharacters: 400, metadata: {} },
        headerMetadata: {},
        candidates: [small],
      }) as unknown as Routed,
  );
  return (index) => {
    const phase = phases[index % KEYS];
    if (!phase) return;
    const plan = limiter.plan(limitedRequest(phase, phase.candidates[0]));
    if (plan.demands.length === 0) return;
    limiter.take(plan, (taken) => {
      if (!taken.isTaken) throw new Error('the budget is used up');
      new TakenLimits(plan, taken).settle(USED);
    });
  };
}

/** µs CPU a request. */
function timed(request: (index: number) => void): number {
  for (let index = 0; index < REQUESTS / 10; index += 1) request(index);
  const before = process.cpuUsage();
  for (let index = 0; index < REQUESTS; index += 1) request(index);
  const { user, system } = process.cpuUsage(before);
  return Math.round(((user + system) / REQUESTS) * 100) / 100;
}

const without = timed(requesterWith(false, new MemoryCounters(systemClock)));
const within = timed(requesterWith(true, new MemoryCounters(systemClock)));
const leased = timed(requesterWith(true, leasedCounters()));
process.stdout.write(
  `${REQUESTS} requests, ${BUDGET_SCOPES.length} budgets each, counted in memory\n  without budgets      ${without} µs CPU\n  with them            ${within} µs CPU\n  with them, of leases ${leased} µs CPU\n${JSON.stringify({ without_us: without, with_us: within, leased_us: leased })}\n`,
);
if (process.argv.includes('--bars') && Math.max(within, leased) > MOST_US) process.exitCode = 1;
