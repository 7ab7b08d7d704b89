import { nanoUsdOf } from '@aicp/contracts/budgets/usd-text';
import { until } from '@aicp/test/kubernetes/control-plane/until';
import { expect, it } from 'vitest';
import type { Installed } from '../installed/installed.ts';
import { NAMESPACE } from '../installed/installed.ts';
import type { Figures } from '../load/load.ts';
import { Asking, MILLS } from './asking.ts';

/** What the story is told of. */
export interface MoneyStory {
  readonly installed: () => Installed;
  /** Namespace of the pod that asks. */
  readonly clients: string;
  readonly figures: Figures;
  /** The documented command that upgrades the release. */
  readonly upgrade: () => Promise<string>;
}

/** USD of so many requests. */
const usdOf = (requests: number): string => (requests * (MILLS / 1_000)).toFixed(3);

const isAnswered = ({ status }: { readonly status: number }): boolean => status === 200;

const budgetOf = (model: string, spec: object): object => ({
  apiVersion: 'aicp.dev/v1alpha1',
  kind: 'Budget',
  metadata: { name: model, namespace: NAMESPACE },
  spec: { entityType: 'model', entityId: model, ...spec },
});

/** A provider whose answers take their time. */
const SLOW = {
  apiVersion: 'aicp.dev/v1alpha1',
  kind: 'Provider',
  metadata: { name: 'slow', namespace: NAMESPACE },
  spec: { type: 'simulated', simulation: { latencyMs: 3_000, outputTokens: 32 } },
};

/** Prints what people see of the budget `held` in the column RESERVED. Those before it are never empty. */
const RESERVED = `kubectl --namespace ${NAMESPACE} get budgets held |
  awk 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "RESERVED") column = i } NR == 2 { print $column }'`;

/** How many requests a budget's status has counted; undefined before it says anything. */
async function countedIn(installed: Installed, budget: string): Promise<number | undefined> {
  const spent = await installed.kubectl(
    'get',
    'budget',
    budget,
    '--output=jsonpath={.status.spend.spentUsd}',
  );
  return spent === '' ? undefined : Number(nanoUsdOf(spent) / 1_000_000n) / MILLS;
}

/** Tells the part of the story that is about money. */
export function tellOfMoney({ installed, clients, figures, upgrade }: MoneyStory): void {
  const declare = async (model: string, spec: object, provider?: string): Promise<Asking> => {
    const asking = new Asking({ installed: installed(), namespace: clients, model, provider });
    await installed().apply({ ...asking.object, metadata: { name: model, namespace: NAMESPACE } });
    await installed().apply(budgetOf(model, spec));
    const objects = [`model/${model}`, `budget/${model}`];
    await installed().kubectl('wait', '--for=condition=Ready', '--timeout=90s', ...objects);
    return asking;
  };

  const untilCounted = async (model: string, requests: number, withinMs: number) => {
    const what = `budget ${model} says what ${requests} requests cost`;
    const counted = async () => {
      const count = await countedIn(installed(), model);
      // More than there were would never go down again.
      if (count !== undefined) expect(count).toBeLessThanOrEqual(requests);
      return count === requests;
    };
    await until(counted, { what, timeoutMs: withinMs, everyMs: 500 });
  };

  it('says within 15 s what a budget has spent, refuses at its limit, says why, and goes on after an increase', async () => {
    const asking = await declare('limited', { monthlyLimit: usdOf(80) });
    const first = await asking.times(20);
    expect(first.map(({ status }) => status)).toEqual(Array(20).fill(200));
    await figures.step('20 requests in the status of their budget', async () => {
      await untilCounted('limited', 20, 15_000);
    });

    const more = await asking.times(120);
    const refused = more.filter(({ status }) => status !== 200);
    expect(more.length - refused.length).toBeLessThanOrEqual(60);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) {
      expect(answer).toEqual({ status: 429, code: 'insufficient_quota', retry: 'false' });
    }
    let answered = 20 + more.length - refused.length;
    // Less than a request costs may be left to each gateway, until they have given that back.
    const isUsedUp = async () => {
      if (answered < 80) answered += (await asking.times(4)).filter(isAnswered).length;
      return answered >= 80;
    };
    await until(isUsedUp, { what: 'the budget is used up', timeoutMs: 30_000, everyMs: 1_000 });
    figures.add('requests within a budget of 80', String(answered));
    await untilCounted('limited', answered, 30_000);
    const described = await installed().kubectl('describe', 'budget', 'limited');
    expect(described).toContain('requests are refused with 429 insufficient_quota');

    const raised = JSON.stringify({ spec: { monthlyLimit: usdOf(160) } });
    const { sinceChange, sinceCommand } = await asking.untilOpen(
      `--namespace ${NAMESPACE} budget limited --type=merge --patch='${raised}'`,
    );
    figures.add("an increase is in effect after the API server's answer by", `${sinceChange} ms`);
    figures.add("an increase is in effect after kubectl's start by", `${sinceCommand} ms`);
    expect(sinceChange).toBeLessThan(3_000);
  });

  it('shows as RESERVED what requests under way may cost, and nothing once they are over', async () => {
    await installed().apply(SLOW);
    const asking = await declare('held', { monthlyLimit: usdOf(100) }, SLOW.metadata.name);
    const { answered, others } = await figures.step('money of requests under way is shown', () =>
      // They follow one another, so that some are under way whenever the status is written.
      asking.while(
        `tries=0; until [[ "$(${RESERVED})" =~ [1-9] ]]; do tries=$((tries + 1)); [ $tries -lt 120 ]; sleep 0.5; done`,
      ),
    );
    expect(others).toEqual({});
    await untilCounted('held', answered, 30_000);
    const what = 'nothing is reserved once the requests are over';
    const isNothing = async () => (await installed().script(RESERVED)) === '0';
    await until(isNothing, { what, timeoutMs: 120_000, everyMs: 500 });
  });

  it('has each request in the ledger once when a gateway pod is deleted and when the release is upgraded', async () => {
    const asking = await declare('counted', { monthlyLimit: usdOf(100), action: 'warn' });
    const [pod] = await installed().pods('gateway');
    const rollout = `kubectl --namespace ${NAMESPACE} rollout status statefulset/aicp-gateway --timeout=5m`;
    const deleted = await asking.while(
      `kubectl --namespace ${NAMESPACE} delete pod ${pod!.metadata.name}; ${rollout}`,
    );
    // The ledger is away meanwhile: facts wait on the gateways' disks, also on those of pods that are replaced.
    const upgraded = await asking.while(
      `kubectl --namespace ${NAMESPACE} delete pod aicp-budget-0 --wait=false; ` +
        `${await upgrade()} --set gateway.podLabels.counted=yes; ${rollout}`,
    );
    const answered = deleted.answered + upgraded.answered;
    figures.add('requests while pods came and went', `${answered}`);
    expect([deleted.others, upgraded.others]).toEqual([{}, {}]);
    expect(answered).toBeGreaterThan(100);
    await figures.step('all of them in the ledger, once', async () => {
      await untilCounted('counted', answered, 150_000);
    });
  });
}
