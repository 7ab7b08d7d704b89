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

const budgetOf = (model: string, spec: object): object => ({
  apiVersion: 'aicp.dev/v1alpha1',
  kind: 'Budget',
  metadata: { name: model, namespace: NAMESPACE },
  spec: { entityType: 'model', entityId: model, ...spec },
});

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
  const declare = async (model: string, spec: object): Promise<Asking> => {
    const asking = new Asking(installed(), clients, model);
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
    const answered = 20 + more.length - refused.length;
    figures.add('requests within a budget of 80', String(answered));
    await untilCounted('limited', answered, 30_000);
    const described = await installed().kubectl('describe', 'budget', 'limited');
    expect(described).toContain('requests are refused with 429 insufficient_quota');

    const raised = JSON.stringify(budgetOf('limited', { monthlyLimit: usdOf(160) }));
    const ms = await asking.untilOpen(`kubectl apply -f - <<< '${raised}'`);
    figures.add('an increase is in effect after', `${ms} ms`);
    expect(ms).toBeLessThan(3_000);
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
