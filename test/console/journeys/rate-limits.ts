import type { Page } from 'playwright-core';
import { until } from '../../kubernetes/control-plane/until.ts';
import { choose, fillForm } from '../kit/fill-form.ts';
import { sideJourney } from '../kit/journey.ts';
import { KINDS } from '../kit/kinds.ts';
import { createIt, deleteIt, openNew } from '../kit/object-journey.ts';
import type { Stage } from '../kit/stage.ts';

const KIND = KINDS.rateLimitPolicy;
const NAME = 'Twice a day';
const KEY_NAME = 'Bounded';
const PASSES = 'The request would pass';
const REFUSED = 'The request would be refused';

/** What a rate limit leaves, before and after it is used up. */
export function rateLimitJourneys(stage: Stage): void {
  sideJourney(stage, 'says what a rate limit leaves, and that it refuses', async (scene) => {
    const { admin, cluster } = stage;
    const { id, key } = await admin.json<{ readonly id: string; readonly key: string }>(
      ...(['POST', '/api/v1/api-keys', { name: KEY_NAME }] as const),
    );
    const page = await scene.page(KIND.page);
    await openNew(page, KIND);
    await fillForm(page, {
      ...{ Name: NAME, Scope: { choose: 'Key' }, 'Which one': id, 'Requests per day': 2 },
    });
    await createIt(page, KIND);
    await page.getByRole('heading', { level: 1, name: NAME, exact: true }).waitFor();
    const spec = { displayName: NAME, scope: 'key', scopeValue: id, rpdLimit: 2 };
    const { metadata } = await cluster.withSpec(KIND.plural, spec);
    const address = page.url();
    await checked(page, PASSES);
    await usedUp(stage, key);
    await checked(page, REFUSED);
    await page.goto(`${new URL(address).pathname}?tab=use`);
    await page.getByText(REFUSED, { exact: true }).waitFor();
    await page.getByText('0 left', { exact: true }).waitFor();
    scene.allow(new RegExp(`status of 404.*/${metadata.name}`));
    await deleteIt(page, NAME);
    await cluster.without(KIND.plural, metadata.name);
    await cluster.remove('apikeys', id);
  });
}

/** Asks on the page whether a request of the key would pass, until the answer is that. */
async function checked(page: Page, verdict: string): Promise<void> {
  await page.goto('/rate-limits');
  await page.getByRole('link', { name: 'Check a request', exact: true }).click();
  await choose(page.getByRole('combobox', { name: 'Which one' }), new RegExp(`^${KEY_NAME} `));
  const says = page.locator('#content').getByRole('status').filter({ hasText: verdict });
  const asked = async (): Promise<boolean> => {
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText(/^The request would/).waitFor();
    return (await says.getByRole('link', { name: /twice-a-day/ }).count()) > 0;
  };
  await until(asked, { what: `the page says: ${verdict}`, everyMs: 500 });
}

/** Asks at the gateway until that refuses. */
async function usedUp({ aicp }: Stage, key: string): Promise<void> {
  const isRefused = async (): Promise<boolean> => {
    const response = await aicp.ask({}, { authorization: `Bearer ${key}` });
    await response.arrayBuffer();
    return response.status === 429;
  };
  await until(isRefused, { what: 'the gateway refuses a request', everyMs: 100 });
}
