import { parseArgs } from 'node:util';
import { changedPolicies } from '@aicp/admin/simulate/changed-policies';
import { policyFragmentOf } from '@aicp/admin/simulate/policy-fragment';
import { UnknownAttributes } from '@aicp/admin/simulate/replay/unknown-attributes';
import { Simulation } from '@aicp/admin/simulate/simulation';
import { RoutingSnapshot, tablesOf } from '@aicp/admin/kinds/routing-policy/routing-snapshot';
import type { DatabaseLocation } from '@aicp/common/database/open-database';
import {
  PostgresServer,
  postgresBinaries,
  testEngines,
} from '@aicp/common/database/testing/engines';
import { key, model, rule, simulated, snapshotOf } from '@aicp/gateway/testing/fragments';
import { LedgerReader } from '@aicp/ledger/query/ledger-reader';
import { KEYS, ledgerWithTraffic, TEAMS } from './recorded-traffic.ts';

/**
 * Measures how long a policy is simulated over recorded decisions, on PGlite and on PostgreSQL: policies that deny by team, and that prefer by what candidates were like, beside 200 others.
 * The last line is one JSON object. With `--bars` it ends with an error where one takes longer than 5 s.
 */

const { values } = parseArgs({
  options: {
    decisions: { type: 'string' },
    bars: { type: 'boolean', default: false },
    engine: { type: 'string' },
  },
});
const DECISIONS = Number(values.decisions ?? 100_000);
const BAR_MS = 5_000;
const POLICIES = 200;

const routing = new RoutingSnapshot();
const keys = Array.from({ length: KEYS }, (_, index) =>
  key(`key-${index}`, { id: `key-${index}`, organization: index % 2 === 0 ? 'acme' : 'globex' }),
);
routing.apply(
  snapshotOf({
    providers: Array.from({ length: 4 }, (_, index) => simulated(`provider-${index}`)),
    models: Array.from({ length: 12 }, (_, index) =>
      model(`model-${index}`, `provider-${index % 4}`, {
        tier: 'standard',
        fallbacks: [`model-${(index + 1) % 12}`],
      }),
    ),
    policies: Array.from({ length: POLICIES }, (_, index) =>
      rule(`policy-${index}`, 'prefer', [`model-${index % 12}`], {
        condition: `team == team-${index % TEAMS} && metadata.project == q${index}`,
        priority: index,
      }),
    ),
    keys,
  }),
);

const SPECS = {
  deny: {
    action: 'deny',
    condition: 'team in [team-1, team-2]',
    targetModels: ['model-1'],
    priority: 0,
  },
  prefer: { action: 'prefer', condition: 'candidate.p95_ms < 700 && tools == true', priority: 0 },
};

async function measure(location: DatabaseLocation) {
  const database = await ledgerWithTraffic(location, {
    ...{ requests: DECISIONS, spreadMs: 3_600_000, hasDecisions: true },
  });
  const known = routing.current;
  const figures: Record<string, number> = {};
  for (const [name, spec] of Object.entries(SPECS)) {
    const began = performance.now();
    const cpu = process.cpuUsage();
    const policy = { id: 'new', created: new Date().toISOString(), spec };
    const fragment = policyFragmentOf(policy, { ...known.tables, ...known });
    const { policies } = changedPolicies(known.policies, undefined, fragment);
    const turns = new LongestTurn();
    const simulation = await new Simulation({
      ledger: new LedgerReader(database),
      before: { ...known, unknown: new UnknownAttributes(known.policies) },
      after: {
        budgets: known.budgets,
        tables: tablesOf({ ...known.parts, policies }),
        unknown: new UnknownAttributes(policies),
      },
      keys: new Map(keys.map((one) => [one.id, one])),
      ...{ reach: {}, from: Date.now() - 7_200_000, to: Date.now(), most: 200_000 },
    }).run();
    figures[`${name}_ms`] = Math.round(performance.now() - began);
    const { user, system } = process.cpuUsage(cpu);
    figures[`${name}_cpu_ms`] = Math.round((user + system) / 1_000);
    figures[`${name}_longest_turn_ms`] = turns.stop();
    figures[`${name}_total`] = simulation.all.total;
    figures[`${name}_changed`] = simulation.all.changed;
    figures[`${name}_not_replayable`] =
      simulation.obstacles.key_gone + simulation.obstacles.not_recorded;
  }
  await database.close();
  return figures;
}

/** For how long nothing else of this process had its turn. */
class LongestTurn {
  private longest = 0;
  private last = performance.now();
  private readonly timer = setInterval(() => {
    this.note();
  }, 1);

  stop(): number {
    clearInterval(this.timer);
    this.note();
    return Math.round(this.longest);
  }

  private note(): void {
    const now = performance.now();
    this.longest = Math.max(this.longest, now - this.last);
    this.last = now;
  }
}

type Figures = Awaited<ReturnType<typeof measure>>;
let [onPglite, onPostgresql]: (Figures | undefined)[] = [];
if (values.engine !== 'postgresql') {
  const [pglite] = testEngines();
  const home = await pglite!.start();
  onPglite = await measure(home.location);
  await home.stop();
}
const binaries = postgresBinaries();
if (binaries !== undefined && values.engine !== 'pglite') {
  const server = await PostgresServer.start(binaries, true);
  onPostgresql = await measure({ url: server.url() });
  await server.stop();
}
process.stdout.write(
  `${JSON.stringify({ decisions: DECISIONS, policies: POLICIES, pglite: onPglite, postgresql: onPostgresql })}\n`,
);
const slow = [onPglite, onPostgresql].some(
  (figures) => figures && Object.keys(SPECS).some((name) => (figures[`${name}_ms`] ?? 0) > BAR_MS),
);
if (values.bars && slow) process.exitCode = 1;
