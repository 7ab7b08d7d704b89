import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { fillForm } from '../../kit/fill-form.ts';
import { sideJourney } from '../../kit/journey.ts';
import { KINDS } from '../../kit/kinds.ts';
import { createIt } from '../../kit/object-journey.ts';
import type { Stage } from '../../kit/stage.ts';
import { faultsIn } from '../../axe/axe.ts';
import { ALL_LOOKS, TWO_LOOKS } from '../../axe/looks.ts';
import { openPage } from '../kit/open-page.ts';

const URL = 'https://hooks.example.com/once';

/** Secrets, which are shown this once, and how to use them. */
export function onceShown(stage: Stage): void {
  sideJourney(stage, 'can be read by everybody: secrets that are shown once', async (scene) => {
    const page = await scene.page(`${KINDS.apiKey.page}/_new`);
    await fillForm(page, { Name: 'Shown once', User: 'ada' });
    await createIt(page, KINDS.apiKey);
    await page.getByText('Copy the key now').waitFor();
    const faults = await faultsIn(page, { looks: ALL_LOOKS, what: 'a new key' });
    faults.push(...(await faultsOfSnippets(page)));
    await left(page);
    const keys = await stage.cluster.withSpec('apikeys', { displayName: 'Shown once' });
    await openPage(page, `${KINDS.eventSubscription.page}/_new`);
    await fillForm(page, {
      ...{ Name: 'Shown once', 'Event types': ['budget.*'], Channel: { choose: /webhook/i } },
      ...{ URL },
    });
    await createIt(page, KINDS.eventSubscription);
    await page.getByText('Copy it now').waitFor();
    faults.push(...(await faultsIn(page, { looks: ALL_LOOKS, what: 'the secret of a webhook' })));
    await left(page);
    await page.getByRole('button', { name: 'Rotate secret', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Rotate', exact: true }).click();
    await dialog.getByText('Copy the secret now').waitFor();
    faults.push(...(await faultsIn(page, { looks: TWO_LOOKS, what: 'a new secret' })));
    const subscriptions = await stage.cluster.withSpec('eventsubscriptions', {
      displayName: 'Shown once',
    });
    await stage.admin.json('DELETE', `/api/v1/api-keys/${keys.metadata.name}`);
    await stage.admin.json('DELETE', `/api/v1/events/subscriptions/${subscriptions.metadata.name}`);
    scene.allow(new RegExp(`status of 404.*/${subscriptions.metadata.name}`));
    expect(faults).toEqual([]);
  });
}

/** A first request by each client. The first of them was read with the page. */
async function faultsOfSnippets(page: Page): Promise<string[]> {
  const use = page.getByRole('region', { name: 'Use the key' });
  const faults: string[] = [];
  for (const tab of (await use.getByRole('tab').all()).slice(1)) {
    await tab.click();
    const panel = `#${(await tab.getAttribute('aria-controls')) ?? ''}`;
    await page.locator(panel).waitFor();
    faults.push(...(await faultsIn(page, { looks: TWO_LOOKS, within: panel })));
  }
  return faults;
}

async function left(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'I have copied it', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Shown once', exact: true }).waitFor();
}
