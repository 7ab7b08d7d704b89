import { LOCAL_TOO } from '@aicp/common/http/address-guard';
import { systemClock } from '@aicp/common/time/clock';
import type { FailoverStates } from '@aicp/contracts/routing/failover/failover-moves';
import { RequestAttributes } from '@aicp/contracts/routing/request/request-attributes';
import { route } from '@aicp/contracts/routing/route';
import { entitlementOf } from '@aicp/contracts/routing/tables';
import { HealthBook } from '@aicp/gateway/health/health-book';
import { ClientRegistry } from '@aicp/gateway/providers/client-registry';
import { isRefused, RuntimeBuilder } from '@aicp/gateway/snapshot/runtime-builder';
import { failover, key, model, simulated, snapshotOf } from '@aicp/gateway/testing/fragments';
import { median } from './measure.ts';

/** CPU of what failover rules add to the routing of a request. The last line is one JSON object. */

const CALLS = 1_000_000;
const ROUNDS = 3;
const RULES = 50;
const IN_FAILOVER = 8;
/** What rules may add to a request, µs CPU. */
const MOST_US = 3;

function routerWith(rules: number, asks: (index: number) => number): (index: number) => void {
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
    }),
  );
  if (isRefused(runtime)) throw new Error(JSON.stringify(runtime));
  const { catalog, keys, failovers } = runtime;
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
    route({
      ...{ resolution, attributes, entitlement, catalog, policies: undefined },
      ...{ random: () => 0, failover: failing },
    });
  };
}

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
const routers = {
  none: routerWith(0, all),
  spared: routerWith(RULES, spared),
  all: routerWith(RULES, all),
  moved: routerWith(RULES, moved),
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
};
process.stdout.write(`${JSON.stringify(figures)}\n`);
if (figures.in_failover_us > MOST_US || figures.rules_us > MOST_US) process.exitCode = 1;
