import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { Receiver } from '../../journeys/receiver.ts';
import { sideJourney } from '../../kit/journey.ts';
import { settled } from '../../kit/settled.ts';
import type { Stage } from '../../kit/stage.ts';
import { faultsIn } from '../../axe/axe.ts';
import { ALL_LOOKS } from '../../axe/looks.ts';
import { openPage } from '../kit/open-page.ts';

const SUBSCRIPTION = 'detailed-subscription';
const PROMPT = 'detailed-prompt';
const REQUESTS = '/api/v1/model-access/requests';
const TIER = 'detailed-tier';

/** A target that was missed, which takes an hour of bad traffic. */
const VIOLATION = {
  ...{ id: 'violation-1', sla_id: 'seen-sla', organization_id: null, model: 'seen/model' },
  ...{ provider: 'seen-provider', metric: 'p95_ms', target: 90, actual: 140, worst: 190 },
  ...{ severity: 'critical', status: 'acknowledged', started_at: '2026-03-01T08:00:00Z' },
  ...{ acknowledged_at: '2026-03-01T09:00:00Z', acknowledged_by: 'ada', resolved_at: null },
  ...{ resolved_by: null, resolution: null },
};

/** Rows of lists with the details under them. */
export function details(stage: Stage): void {
  sideJourney(stage, 'can be read by everybody: details of rows', async (scene) => {
    const receiver = await Receiver.listening();
    receiver.status = 503;
    const asked = await makeSomethingToTell(stage, receiver.url);
    const page = await scene.page('/');
    await page.route(/\/api\/v1\/sla\/violations(\?|$)/, async (route) => {
      await route.fulfill({ json: [VIOLATION], headers: { 'X-Total-Count': '1' } });
    });
    const faults: string[] = [];
    for (const path of [
      '/audit-log?resource_id=detailed-prompt&action=update',
      '/events',
      '/deliveries',
      '/access-requests?view=queue',
      '/prompt-reviews',
      '/sla-violations',
    ]) {
      await openPage(page, path);
      faults.push(...(await faultsOfDetails(page)));
    }
    await receiver.close();
    await removeIt(stage, asked);
    expect(faults).toEqual([]);
  });
}

async function faultsOfDetails(page: Page): Promise<string[]> {
  const folded = page.getByRole('button', { name: /^Details of /, expanded: false }).first();
  const name = (await folded.getAttribute('aria-label')) ?? '';
  await folded.click();
  await page.getByRole('button', { name, exact: true, expanded: true }).waitFor();
  await settled(page);
  return await faultsIn(page, { looks: ALL_LOOKS, what: 'details' });
}

/** A delivery that was refused, a text in review that differs from the one before, and a request for access, whose id is answered. */
async function makeSomethingToTell({ admin }: Stage, url: string): Promise<string> {
  await admin.json('POST', '/api/v1/events/subscriptions', {
    ...{ name: SUBSCRIPTION, event_types: ['workflow.completed'], channel: 'webhook' },
    config: { url },
  });
  await admin.json('POST', `/api/v1/events/subscriptions/${SUBSCRIPTION}/test`, {});
  await admin.json('POST', '/api/v1/prompts', {
    ...{ name: PROMPT, slug: PROMPT, template_text: 'Sum up' },
  });
  await admin.json('PATCH', `/api/v1/prompts/${PROMPT}`, { template_text: 'Sum up, please' });
  await admin.json('POST', `/api/v1/prompts/${PROMPT}/submit-review`);
  await admin.json('POST', '/api/v1/model-access/tiers', {
    ...{ name: TIER, models: ['detailed/model'], requires_approval: true },
  });
  const { id } = await admin.json<{ readonly id: string }>(
    ...([
      'POST',
      REQUESTS,
      { tier_id: TIER, user_id: 'grace', justification: 'To see it' },
    ] as const),
  );
  return id;
}

/** `asked`: the request for access, which stays as one that was denied. */
async function removeIt({ admin }: Stage, asked: string): Promise<void> {
  await admin.json('POST', `${REQUESTS}/${asked}/deny`);
  await admin.json('DELETE', `/api/v1/events/subscriptions/${SUBSCRIPTION}`);
  await admin.json('DELETE', `/api/v1/prompts/${PROMPT}`);
  await admin.json('DELETE', `/api/v1/model-access/tiers/${TIER}`);
}
