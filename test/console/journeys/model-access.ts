import type { Page } from 'playwright-core';
import { until } from '../../kubernetes/control-plane/until.ts';
import { sideJourney } from '../kit/journey.ts';
import { confirm } from '../kit/shown.ts';
import type { Scene } from '../kit/scene.ts';
import type { Stage } from '../kit/stage.ts';

const TIER = 'closed-tier';
const MODEL = 'closed-model';
const MEMBER = 'lovelace';
const REASON = 'To compare it with what we use';

/** Who may use which models, as a member and an administrator see it. */
export function modelAccessJourneys(stage: Stage): void {
  sideJourney(
    stage,
    'lets a member ask for a model, and an administrator decide',
    async (scene) => {
      const { admin, cluster } = stage;
      await cluster.apply({
        ...{ kind: 'Model', name: MODEL },
        spec: { modelId: MODEL, displayName: 'Closed', provider: 'simulated' },
      });
      await cluster.apply({
        ...{ kind: 'AccessTier', name: TIER },
        spec: {
          ...{ displayName: 'Behind a door', models: [MODEL] },
          ...{ requiresApproval: true, requiresJustification: true, maxGrantDurationDays: 30 },
        },
      });
      const body = { name: 'A member’s', role: 'member', user_id: MEMBER };
      const { id, key } = await admin.json<{ readonly id: string; readonly key: string }>(
        ...(['POST', '/api/v1/api-keys', body] as const),
      );
      await answers(stage, key, 403);
      const member = await scene.pageOf(key);
      const decider = await scene.page('/access-requests?view=queue');
      await asked(member);
      await decided(decider, 'Approve');
      await stateIs(member, 'Approved');
      await answers(stage, key, 200);
      await takenBack(decider);
      await stateIs(member, 'Revoked');
      await answers(stage, key, 403);
      await asked(member);
      await decider.goto('/access-requests?view=queue');
      await decided(decider, 'Deny');
      await stateIs(member, 'Denied');
      await cluster.remove('apikeys', id);
      await cluster.remove('accesstiers', TIER);
      await cluster.remove('models', MODEL);
    },
  );
}

/** A member finds the tier, and asks for it with a reason. */
async function asked(page: Page): Promise<void> {
  await page.goto('/access-tiers?q=Behind');
  await page.getByRole('link', { name: 'Behind a door', exact: true }).click();
  await page.getByRole('link', { name: 'Request this', exact: true }).click();
  await page.getByText('Somebody decides about the request.').waitFor();
  const send = page.getByRole('button', { name: 'Ask for access', exact: true });
  await page.getByRole('textbox', { name: 'Days', exact: true }).fill('7');
  await page.getByRole('textbox', { name: 'Reason', exact: true }).fill(REASON);
  await send.click();
  await page.getByRole('heading', { level: 1, name: 'Access requests', exact: true }).waitFor();
  await stateIs(page, 'To decide');
}

/** The newest request for the tier is in this state. */
async function stateIs(page: Page, state: string): Promise<void> {
  const newest = page.getByRole('row').filter({ hasText: REASON }).first();
  await newest.getByText(state, { exact: true }).waitFor();
}

/** An administrator reads why, and decides. */
async function decided(page: Page, decision: 'Approve' | 'Deny'): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: MEMBER });
  await row.getByRole('button', { name: /^Details of / }).click();
  await page.getByText('Asked for 7 days.').waitFor();
  await page.getByRole('table').getByRole('button', { name: decision, exact: true }).click();
  await confirm(page, decision);
  await row.waitFor({ state: 'detached' });
}

/** An administrator sees on the tier's page who has access, and takes it back. */
async function takenBack(page: Page): Promise<void> {
  await page.goto(`/access-tiers/${TIER}?tab=holders`);
  const row = page.getByRole('row').filter({ hasText: MEMBER });
  await row.getByRole('button', { name: /^Details of / }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await confirm(page, 'Revoke');
  await row.waitFor({ state: 'detached' });
}

/** Waits until the gateway answers the member's request for the model so. */
async function answers({ aicp }: Scene['stage'], key: string, status: number): Promise<void> {
  const ask = async (): Promise<boolean> => {
    const response = await aicp.ask({ model: MODEL }, { authorization: `Bearer ${key}` });
    await response.arrayBuffer();
    return response.status === status;
  };
  await until(ask, { what: `the gateway answers ${status} for the model`, everyMs: 200 });
}
