import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { Receiver } from '../../journeys/receiver.ts';
import { journey } from '../../kit/journey.ts';
import { KINDS } from '../../kit/kinds.ts';
import type { Scene } from '../../kit/scene.ts';
import type { Stage } from '../../kit/stage.ts';
import { inDialog, inPage } from '../kit/answer.ts';
import { makeByKeys } from '../kit/fill.ts';
import { enter, focusOn, openTab } from '../kit/keys.ts';

const KIND = KINDS.eventSubscription;
const NAME = 'Told by keys';

/** Who is told of what, without a mouse. */
export function eventsByKeys(stage: Stage): void {
  journey(stage, 'subscribes, sends a test and sends it again by keys alone', async (scene) => {
    const receiver = await Receiver.listening();
    try {
      await followed(scene, receiver);
    } finally {
      await receiver.close();
    }
  });
}

async function followed(scene: Scene, receiver: Receiver): Promise<void> {
  const { cluster } = scene.stage;
  scene.atEnd(() => cluster.removeWith(KIND.plural, { displayName: NAME }));
  const page = await scene.page(KIND.page);
  await makeByKeys(page, KIND, {
    ...{ Name: NAME, 'Event types': ['workflow.completed'], Channel: { choose: /webhook/i } },
    URL: receiver.url,
  });
  await page.getByText('Copy it now', { exact: true }).waitFor();
  await enter(page, page.getByRole('button', { name: 'I have copied it', exact: true }));
  await page.getByRole('heading', { level: 1, name: NAME, exact: true }).waitFor();
  await tried(page, receiver);
  await sentAgain(page, receiver);
}

/** Sends an event for a trial to a receiver that refuses it; the focus is on what opened the dialog then. */
async function tried(page: Page, receiver: Receiver): Promise<void> {
  receiver.status = 503;
  const opener = inPage(page, 'Send a test');
  await enter(page, opener);
  const send = inDialog(page, 'Send');
  await enter(page, send);
  await page.getByRole('dialog').getByText('Not delivered', { exact: true }).waitFor();
  await enter(page, inDialog(page, 'Close').last());
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await focusOn(page, opener);
}

/** Finds what was not delivered, and sends it once more. */
async function sentAgain(page: Page, receiver: Receiver): Promise<void> {
  await openTab(page, 'Deliveries');
  const delivery = page
    .getByRole('table', { name: 'deliveries' })
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { name: /^Mark evt_/ }) });
  await enter(page, delivery.getByRole('button', { name: /^Details of / }));
  receiver.status = 204;
  await enter(page, inPage(page, 'Send again'));
  await delivery.filter({ hasText: '204' }).getByText('Delivered', { exact: true }).waitFor();
  const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
  expect(ids.size, 'it is the same delivery').toBe(1);
}
