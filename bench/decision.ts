import type { RulePolicy } from '@aicp/contracts/snapshot/sections/policies';
import { key, model, rule, simulated, snapshotOf } from '@aicp/gateway/testing/fragments';
import { RequestAttributes } from '@aicp/contracts/routing/request/request-attributes';
import { route } from '@aicp/contracts/routing/route';
import { entitlementOf } from '@aicp/contracts/routing/tables';
import { isRefused, RuntimeBuilder } from '@aicp/gateway/snapshot/runtime-builder';
import { ClientRegistry } from '@aicp/gateway/providers/client-registry';
import { HealthBook } from '@aicp/gateway/health/health-book';
import { LOCAL_TOO } from '@aicp/common/http/address-guard';
import { systemClock } from '@aicp/common/time/clock';
import { median } from './measure.ts';

/** CPU per routing decision with few and with many policies. */

const REQUESTS = 1000;
const DECISIONS = 20_000;
const ROUNDS = 15;

/** Policies as installations have them: most for one team, user, department or project, some for a model, a few for all. */
export function policiesFor(count: number): RulePolicy[] {
  return Array.from({ length: count }, (_, index) => {
    const conditions = [
      `team == team-${index}`,
      `user == user-${index} && stream == false`,
      `metadata.department == department-${index}`,
      `header.x-project == project-${index} || key == key-${index}`,
      `model in [gpt-4o, claude-sonnet] && team in [team-${index}, team-${index + 1}]`,
      `user.startsWith(user-${index}) && hour >= 8`,
      `!(tools == true) && team == team-${index}`,
    ];
    const action = index % 3 === 0 ? 'deny' : 'prefer';
    const target = index % 2 === 0 ? 'gpt-4o' : 'claude-sonnet';
    const condition = conditions[index % conditions.length] ?? '';
    return rule(`policy-${index}`, action, [target], { condition, priority: index % 100 });
  });
}

/** Nanoseconds per decision, as the median of rounds that take turns, and their ratio. */
export function measureDecisions(): { ratio: number; table: string } {
  const counts = [10, 10_000];
  const deciders = counts.map(deciderFor);
  for (const decide of deciders) timed(decide);
  const rounds = Array.from({ length: ROUNDS }, () => deciders.map(timed));
  const [few = 0, many = 0] = counts.map((_, at) => median(rounds.map((times) => times[at] ?? 0)));
  const ratio = median(rounds.map(([a = 1, b = 1]) => b / a));
  return {
    ratio: Math.round(ratio * 1000) / 1000,
    table: `  10 policies      ${few.toFixed(0).padStart(6)} ns CPU a decision\n  10,000 policies  ${many.toFixed(0).padStart(6)} ns CPU a decision`,
  };
}

function deciderFor(count: number): () => void {
  const clients = new ClientRegistry({
    egress: { platform: LOCAL_TOO, tenants: LOCAL_TOO },
    clock: systemClock,
    random: Math.random,
  });
  const builder = new RuntimeBuilder({
    clientFor: (wish) => clients.clientFor(wish),
    health: new HealthBook({ clock: systemClock, random: () => 0 }),
  });
  const runtime = builder.build(
    snapshotOf({
      providers: [simulated('simulated')],
      models: ['gpt-4o', 'gpt-4o-mini', 'claude-sonnet'].map((id) => model(id, 'simulated')),
      policies: policiesFor(count),
      keys: Array.from({ length: REQUESTS }, (_, index) =>
        key(`key-${index}`, {
          team: `team-${index % 10}`,
          user: `user-${index % 10}`,
          metadata: { department: `department-${index % 10}` },
        }),
      ),
    }),
  );
  if (isRefused(runtime)) throw new Error(JSON.stringify(runtime));
  const { catalog, policies, keys, settings } = runtime;
  const requests = [...keys.values()].map(({ principal }, index) => ({
    principal,
    resolution: catalog.find('gpt-4o-mini', entitlementOf(principal, runtime, 0))!,
    stream: false,
    tools: false,
    user: undefined,
    metadata: [],
    headers: { host: 'gateway', 'x-project': `project-${index % 10}` },
    promptCharacters: 1000,
    environment: 'production',
    time: () => settings.clock.at(Date.UTC(2026, 0, 5, 12)),
  }));
  let next = 0;
  return () => {
    const facts = requests[(next += 1) % requests.length]!;
    const attributes = new RequestAttributes(facts);
    route({
      resolution: facts.resolution,
      entitlement: entitlementOf(facts.principal, runtime, 0),
      attributes,
      catalog,
      policies,
      random: () => 0,
    });
  };
}

function timed(decide: () => void): number {
  const before = process.cpuUsage();
  for (let index = 0; index < DECISIONS; index += 1) decide();
  const { user, system } = process.cpuUsage(before);
  return ((user + system) * 1000) / DECISIONS;
}

if (process.argv[1] === import.meta.filename) {
  const { table, ratio } = measureDecisions();
  process.stdout.write(`${table}\n${JSON.stringify({ decision_10000_vs_10: ratio })}\n`);
}
