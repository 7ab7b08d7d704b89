import { LOCAL_TOO } from '@aicp/common/http/address-guard';
import { systemClock } from '@aicp/common/time/clock';
import type { FailoverStates } from '@aicp/contracts/routing/failover/failover-moves';
import { RequestAttributes } from '@aicp/contracts/routing/request/request-attributes';
import { route } from '@aicp/contracts/routing/route';
import { entitlementOf } from '@aicp/contracts/routing/tables';
import { tryTests } from '@aicp/contracts/routing/trial/try-tests';
import { HealthBook } from '@aicp/gateway/health/health-book';
import { ClientRegistry } from '@aicp/gateway/providers/client-registry';
import { isRefused, RuntimeBuilder } from '@aicp/gateway/snapshot/runtime-builder';
import { abTest } from '@aicp/gateway/testing/ab-tests';
import { failover, key, model, simulated, snapshotOf } from '@aicp/gateway/testing/fragments';
import { median } from './measure.ts';

/**
 * CPU of what failover rules add to the routing of a request, and of what rules and A/B tests add together. The last line is one JSON object. With `--bars` it
 * ends with an error where one of them adds more than it may.
 */

const CALLS = 1_000_000;
const ROUNDS = 3;
const RULES = 50;
const IN_FAILOVER = 8;
const TESTS = 10;
/** The first model with a test: of those after it, some are in failover, and others have a variant that is. */
const FIRST_TESTED = 4;
/** What rules, with tests or without, may add to a request, µs CPU. */
const MOST_US = 3;

interface Router {
  readonly rules?: number;
  readonly tests?: number;
  /** Which model each request is for. */
  readonly asks: (index: number) => number;
}

function routerWith({ rules = 0, tests = 0, asks }: Router): (index: number) => void {
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
      models: Array.from({ length: RULES * 2 }, (_, index) => model(`m-${index}`, 'sim')),
      keys: [key('alice', { organization: 'acme' })],
      failovers: Array.from({ length: rules }, (_, index) =>
        failover(`m-${index}`, `m-${RULES + index}`),
      ),
      abTests: Array.from({ length: tests }, (_, index) =>
        abTest(`t-${index}`, [`m-${FIRST_TESTED + index}`, `m-${FIRST_TESTED + index + 1}`]),
      ),
    }),
  );
  if (isRefused(runtime)) throw new Error(JSON.stringify(runtime));
  const { catalog, keys, failovers, abTests } = runtime;
  const [{ principal } = never()] = keys.values();
  const away = new Set(failovers.rules.slice(0, IN_FAILOVER).map(({ uid }) => uid));
  const states: FailoverStates = {
    courseOf: ({ uid }) => (away.has(uid) ? 'away' : 'watching'),
  };
  const failing = failovers.isEmpty ? undefined : { book: failovers, states };
  const entitlement = entitlementOf(principal, runtime, 0);
  const requests = Array.from({ length: RULES }, (_, index) => {
    const resolution = catalog.find(`m-${asks(index)}`, entitlement) ?? never();
    const facts = { principal, resolution, stream: false, tools: false, user: undefined };
    const attributes = new RequestAttributes({
      ...{ ...facts, metadata: [], headers: {}, promptCharacters: 100, environment: undefined },
      time: () => ({ hour: 12, weekday: 'mon' }),
    });
    return { resolution, attributes };
  });
  return (index) => {
    const { resolution, attributes } = requests[index % RULES] ?? never();
    const routed = route({
      ...{ resolution, attributes, entitlement, catalog, policies: undefined },
      ...{ random: () => 0, failover: failing },
    });
    if (abTests.isEmpty) return;
    const user = users[index % users.length];
    tryTests({ tests: abTests, resolution, route: routed, principal, user, id: '', hasPrice });
  };
}

const users = Array.from({ length: 10_000 }, (_, index) => `user-${index}@example.com`);
const hasPrice = (): boolean => true;

function never(): never {
  throw new Error('the snapshot of this measurement has it');
}

/** µs of CPU a call. */
function timed(call: (index: number) => void): number {
  const before = process.cpuUsage();
  for (let index = 0; index < CALLS; index += 1) call(index);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / CALLS;
}

const all = (index: number): number => index;
const moved = (index: number): number => index % IN_FAILOVER;
const spared = (index: number): number => RULES + index;
const tested = (index: number): number => FIRST_TESTED + (index % TESTS);
const routers = {
  none: routerWith({ asks: all }),
  spared: routerWith({ rules: RULES, asks: spared }),
  all: routerWith({ rules: RULES, asks: all }),
  moved: routerWith({ rules: RULES, asks: moved }),
  withTests: routerWith({ rules: RULES, tests: TESTS, asks: all }),
  tested: routerWith({ rules: RULES, tests: TESTS, asks: tested }),
};
type Name = keyof typeof routers;
const names = Object.keys(routers) as Name[];
const took = new Map<Name, number[]>(names.map((name) => [name, []]));
for (let round = 0; round <= ROUNDS; round += 1) {
  // The first round warms up.
  for (const name of names) if (round === 0) timed(routers[name]);
  for (const name of names) if (round > 0) took.get(name)?.push(timed(routers[name]));
}
const us = (name: Name): number => median(took.get(name) ?? []);
const added = (name: Name): number => Math.round((us(name) - us('none')) * 1000) / 1000;
const figures = {
  route_us: Math.round(us('none') * 1000) / 1000,
  rules_of_others_us: added('spared'),
  rules_us: added('all'),
  in_failover_us: added('moved'),
  rules_and_tests_us: added('withTests'),
  of_tests_us: added('tested'),
};
process.stdout.write(`${JSON.stringify(figures)}\n`);
const { route_us: _, ...addedByEach } = figures;
const isGood = Object.values(addedByEach).every((addedUs) => addedUs <= MOST_US);
if (process.argv.includes('--bars') && !isGood) process.exitCode = 1;
