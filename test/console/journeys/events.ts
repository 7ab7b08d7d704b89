import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { until } from '../../kubernetes/control-plane/until.ts';
import { fillForm } from '../kit/fill-form.ts';
import { sideJourney } from '../kit/journey.ts';
import { KINDS } from '../kit/kinds.ts';
import { createIt, deleteIt, editIt, openNew } from '../kit/object-journey.ts';
import { isSignedBy, Receiver } from './receiver.ts';
import type { Scene } from '../kit/scene.ts';
import type { Stage } from '../kit/stage.ts';

const KIND = KINDS.eventSubscription;
const NAME = 'Night desk';

/** Who is told of what, with a receiver that takes it. */
export function eventJourneys(stage: Stage): void {
  sideJourney(stage, 'tells a webhook of events, and sends them again', async (scene) => {
    const receiver = await Receiver.listening();
    try {
      await followSubscription(scene, receiver);
    } finally {
      await receiver.close();
    }
  });
}

async function followSubscription(scene: Scene, receiver: Receiver): Promise<void> {
  const { cluster } = scene.stage;
  const page = await scene.page(KIND.page);
  await openNew(page, KIND);
  await fillForm(page, {
    ...{ Name: NAME, 'Event types': ['workflow.completed'], Channel: { choose: /webhook/i } },
    URL: receiver.url,
  });
  await createIt(page, KIND);
  await page.getByText('Copy it now', { exact: true }).waitFor();
  const secret = await page.getByRole('group', { name: 'Secret', exact: true }).innerText();
  await page.getByRole('button', { name: 'I have copied it', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: NAME, exact: true }).waitFor();
  const { metadata } = await cluster.withSpec(KIND.plural, {
    ...{ displayName: NAME, channel: 'webhook', eventTypes: ['workflow.completed'] },
  });
  await refusedAtFirst(page, receiver);
  expect(receiver.received.every((request) => isSignedBy(request, secret))).toBe(true);
  await signedAnew(page, receiver);
  await editIt(page, KIND, { 'Event types': ['key.created'] });
  await cluster.withSpec(KIND.plural, {
    ...{ displayName: NAME, eventTypes: ['workflow.completed', 'key.created'] },
  });
  await toldOfWhatHappens(scene, page, receiver);
  scene.allow(new RegExp(`status of 404.*/${metadata.name}`));
  await deleteIt(page, NAME);
  await cluster.without(KIND.plural, metadata.name);
}

/** Sends an event for a trial to a receiver that refuses it, sees that in the list, and sends it again once it is taken. */
async function refusedAtFirst(page: Page, receiver: Receiver): Promise<void> {
  receiver.status = 503;
  const dialog = await tried(page, 'Not delivered');
  await closed(dialog, 'Close');
  await page.getByRole('tab', { name: 'Deliveries', exact: true }).click();
  const delivery = page
    .getByRole('table', { name: 'deliveries' })
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { name: /^Mark evt_/ }) });
  await delivery.filter({ hasText: '503' }).getByText('Failed, tried again').waitFor();
  await delivery.getByRole('button', { name: /^Details of / }).click();
  await page.getByText('Answer: status 503').waitFor();
  receiver.status = 204;
  await page.getByRole('button', { name: 'Send again', exact: true }).click();
  await delivery.filter({ hasText: '204' }).getByText('Delivered', { exact: true }).waitFor();
  const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
  expect(ids.size, 'it is the same delivery').toBe(1);
}

/** Opens the dialog that sends an event for a trial, and sends one. */
async function tried(page: Page, outcome: 'Delivered' | 'Not delivered'): Promise<Locator> {
  await page.getByRole('button', { name: 'Send a test', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await dialog.getByText(outcome, { exact: true }).waitFor();
  return dialog;
}

/** Replaces the secret, and has a delivery signed with it. */
async function signedAnew(page: Page, receiver: Receiver): Promise<void> {
  await page.getByRole('button', { name: 'Rotate secret', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Rotate', exact: true }).click();
  const secret = await dialog.getByRole('group', { name: 'Secret', exact: true }).innerText();
  await closed(dialog, 'I have copied it');
  await tried(page, 'Delivered');
  const isSigned = async (): Promise<boolean> => {
    await dialog.getByRole('button', { name: 'Send another', exact: true }).click();
    await dialog.getByText('Delivered', { exact: true }).waitFor();
    return receiver.received.some((request) => isSignedBy(request, secret));
  };
  await until(isSigned, { what: 'a delivery is signed with the new secret', everyMs: 500 });
  await closed(dialog, 'Close');
}

/** Makes a key: the receiver is told, and the log and the list of deliveries show it. */
async function toldOfWhatHappens(scene: Scene, page: Page, receiver: Receiver): Promise<void> {
  const { admin, cluster } = scene.stage;
  const { id } = await admin.json<{ readonly id: string }>('POST', '/api/v1/api-keys', {
    name: 'Told of',
  });
  const told = () =>
    receiver.ofType('key.created').find(({ body }) => body.includes(id)) !== undefined;
  await until(told, { what: 'the receiver is told of the key' });
  const address = page.url();
  await page.goto(`/events?subject=APIKey/${id}`);
  const row = page
    .getByRole('table', { name: 'events' })
    .getByRole('row')
    .filter({ hasText: `API key ${id}` });
  await row.getByText('API key created', { exact: true }).first().waitFor();
  await page.goto(address);
  await cluster.remove('apikeys', id);
}

async function closed(dialog: Locator, button: string): Promise<void> {
  await dialog.getByRole('button', { name: button, exact: true }).last().click();
  await dialog.waitFor({ state: 'hidden' });
}
