import { systemClock } from '@aicp/common/time/clock';
import { candidateFigures } from '@aicp/gateway/decisions/candidate-figures';
import { replayFacts } from '@aicp/gateway/decisions/replay-facts';
import { candidateStats } from '@aicp/gateway/health/candidate-stats';
import { HealthBook } from '@aicp/gateway/health/health-book';
import { ClientRegistry } from '@aicp/gateway/providers/client-registry';
import { isRefused, RuntimeBuilder } from '@aicp/gateway/snapshot/runtime-builder';
import { model, simulated, snapshotOf } from '@aicp/gateway/testing/fragments';
import { LOCAL_TOO } from '@aicp/common/http/address-guard';
import { entitlementOf } from '@aicp/contracts/routing/tables';
import { principal } from '@aicp/gateway/testing/request-facts';

/** CPU of what a gateway notes of a request so that it can be routed again, and how many bytes that is of its decision; of a request for a model, and for one with two fallbacks. The last line is one JSON object. */

const CALLS = 1_000_000;

const health = new HealthBook({ clock: systemClock, random: () => 0 });
const clients = new ClientRegistry({
  egress: { platform: LOCAL_TOO, tenants: LOCAL_TOO },
  ...{ clock: systemClock, random: Math.random },
});
const runtime = new RuntimeBuilder({
  clientFor: (wish) => clients.clientFor(wish),
  health,
}).build(
  snapshotOf({
    providers: [simulated('openai')],
    models: ['gpt-4o', 'gpt-4o-mini', 'gpt-4.1'].map((id) =>
      model(id, 'openai', { tier: 'standard' }),
    ),
  }),
);
if (isRefused(runtime)) throw new Error(JSON.stringify(runtime));
const { catalog } = runtime;
const entitlement = entitlementOf(principal({}), runtime, 0);
const models = ['gpt-4o', 'gpt-4o-mini', 'gpt-4.1'].flatMap((id) => {
  const found = catalog.find(id, entitlement);
  return found?.kind === 'model' ? [found] : [];
});
const stats = candidateStats(health);
const said = {
  promptCharacters: 3_600,
  metadata: { project: 'checkout' },
  ...{ headerMetadata: {}, money: undefined, attributes: {}, headerNames: [] },
};
const factsWith = (candidates: typeof models) => ({
  candidate_facts: candidateFigures(candidates[0]!, candidates, stats),
  replay: replayFacts(said),
});

function nanoseconds(candidates: typeof models): number {
  for (let call = 0; call < CALLS / 10; call += 1) factsWith(candidates);
  const before = process.cpuUsage();
  for (let call = 0; call < CALLS; call += 1) factsWith(candidates);
  const { user, system } = process.cpuUsage(before);
  return Math.round(((user + system) * 1_000) / CALLS);
}

const figures = Object.fromEntries(
  [1, 3].map((count) => {
    const candidates = models.slice(0, count);
    const bytes = JSON.stringify(factsWith(candidates)).length;
    return [`candidates_${count}`, { ns: nanoseconds(candidates), bytes }];
  }),
);
process.stdout.write(`${JSON.stringify(figures)}\n`);
