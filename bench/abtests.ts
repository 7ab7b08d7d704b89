import { LOCAL_TOO } from '@aicp/common/http/address-guard';
import { systemClock } from '@aicp/common/time/clock';
import { RequestAttributes } from '@aicp/contracts/routing/request/request-attributes';
import { route } from '@aicp/contracts/routing/route';
import { entitlementOf } from '@aicp/contracts/routing/tables';
import { tryTests } from '@aicp/contracts/routing/trial/try-tests';
import { HealthBook } from '@aicp/gateway/health/health-book';
import { ClientRegistry } from '@aicp/gateway/providers/client-registry';
import type { Runtime } from '@aicp/gateway/routing/runtime';
import { isRefused, RuntimeBuilder } from '@aicp/gateway/snapshot/runtime-builder';
import { abTest } from '@aicp/gateway/testing/ab-tests';
import { allowedModels, key, model, simulated, snapshotOf } from '@aicp/gateway/testing/fragments';
import { median } from './measure.ts';

/** CPU of what A/B tests add to a request: who takes part, and in which arm. The last line is one JSON object. */

const REQUESTS = 1_000_000;
const USERS = 10_000;
const ROUNDS = 5;
/** What a test may take, µs CPU a request. */
const MOST_US = 3;

function runtimeWith(tests: number): Runtime {
  const clients = new ClientRegistry({
    egress: { platform: LOCAL_TOO, tenants: LOCAL_TOO },
    clock: systemClock,
    random: Math.random,
  });
  const builder = new RuntimeBuilder({
    clientFor: (wish) => clients.clientFor(wish),
    health: new HealthBook({ clock: systemClock, random: () => 0 }),
  });
  const ids = Array.from({ length: tests + 2 }, (_, index) => `model-${index}`);
  const built = builder.build(
    snapshotOf({
      providers: [simulated('sim')],
      models: ids.map((id) => model(id, 'sim')),
      keys: [key('alice', { organization: 'acme' })],
      organizations: [allowedModels('Organization', 'acme', ['model-*'])],
      abTests: ids
        .slice(0, tests)
        .map((id, index) => abTest(`test-${index}`, [id, ids[index + 1] ?? ''])),
    }),
  );
  if (isRefused(built)) throw new Error(JSON.stringify(built));
  return built;
}

/** Nanoseconds of CPU that a million requests take each, of many users, after they were routed. */
function measured(runtime: Runtime, asked: string): number {
  const [entry] = runtime.keys.values();
  const { principal } = entry ?? {};
  if (!principal) throw new Error('there is no key');
  const entitlement = entitlementOf(principal, runtime, 0);
  const resolution = runtime.catalog.find(asked, entitlement);
  if (!resolution) throw new Error(`there is no ${asked}`);
  const { catalog, policies, abTests: tests } = runtime;
  const attributes = new RequestAttributes({
    ...{ principal, resolution, stream: false, tools: false, user: undefined, metadata: [] },
    ...{ headers: {}, promptCharacters: 0, environment: undefined },
    time: () => ({ hour: 12, weekday: 'mon' }),
  });
  const routed = route({ resolution, entitlement, attributes, catalog, policies, random: () => 0 });
  const users = Array.from({ length: USERS }, (_, index) => `user-${index}@example.com`);
  const hasPrice = () => true;
  const before = process.cpuUsage();
  let tried = 0;
  for (let request = 0; request < REQUESTS; request += 1) {
    const user = users[request % USERS];
    const unit = { principal, user, id: '' };
    if (tryTests({ ...unit, tests, resolution, route: routed, hasPrice })?.assignment) tried += 1;
  }
  const { user, system } = process.cpuUsage(before);
  if (tried !== 0 && tried !== REQUESTS) throw new Error(`${tried} requests took part`);
  return ((user + system) * 1000) / REQUESTS;
}

const cases = {
  without_tests: () => measured(none, 'model-0'),
  of_no_test: () => measured(many, 'model-101'),
  of_a_test: () => measured(one, 'model-0'),
  of_one_of_a_hundred: () => measured(many, 'model-42'),
};
const [none, one, many] = [runtimeWith(0), runtimeWith(1), runtimeWith(100)] as const;

const result = Object.fromEntries(
  Object.entries(cases).map(([name, measure]) => {
    const ns = median(Array.from({ length: ROUNDS }, measure));
    process.stdout.write(`${name.padEnd(20)} ${ns.toFixed(0).padStart(6)} ns CPU a request\n`);
    return [`${name}_us`, Math.round(ns) / 1000];
  }),
);
const isGood = Object.values(result).every((us) => us <= MOST_US);
process.stdout.write(`${JSON.stringify({ ...result, requests: REQUESTS, most_us: MOST_US })}\n`);
if (!isGood) process.exitCode = 1;
