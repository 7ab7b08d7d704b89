import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { until } from '../../kubernetes/control-plane/until.ts';
import { choose, fillForm } from '../kit/fill-form.ts';
import { sideJourney } from '../kit/journey.ts';
import { KINDS } from '../kit/kinds.ts';
import { createIt, deleteIt, editIt, openNew } from '../kit/object-journey.ts';
import type { Scene } from '../kit/scene.ts';
import type { Stage } from '../kit/stage.ts';

const KIND = KINDS.apiKey;
const run = promisify(execFile);

/** The life of API keys, each step tried at the gateway. */
export function apiKeyJourneys(stage: Stage): void {
  sideJourney(stage, 'makes a key that works, replaces, blocks and deletes it', async (scene) => {
    const page = await copyingPage(scene, '/api-keys');
    const secret = await makeKey(page, { Name: 'Night job', User: 'ada' });
    const { metadata } = await stage.cluster.withSpec('apikeys', {
      displayName: 'Night job',
      keyHash: createHash('sha256').update(secret).digest('hex'),
    });
    await answers(stage, secret, 200);
    await page.getByRole('button', { name: 'I have copied it', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Night job', exact: true }).waitFor();
    expect(await page.locator('body').innerText(), 'the secret is shown once').not.toContain(
      secret,
    );
    const second = await replacedWithGrace(scene, page, secret);
    const third = await replacedAtOnce(scene, page, second);
    await blockedAndBack(scene, page, third);
    await editIt(page, KIND, { 'Requests per minute': 60 });
    await stage.cluster.withSpec('apikeys', { displayName: 'Night job', rpmLimit: 60 });
    scene.allow(new RegExp(`status of 404.*/${metadata.name}`));
    await deleteIt(page, 'Night job');
    await stage.cluster.without('apikeys', metadata.name);
    await answers(stage, third, 401);
  });

  sideJourney(stage, 'tells whose a key is, when it ends and what it spent', async (scene) => {
    const page = await scene.page('/api-keys');
    const secret = await makeKey(page, {
      ...{ Name: 'Ends soon', User: 'grace', 'Expires at': '2099-06-30T12:00' },
    });
    await answers(stage, secret, 200);
    const { metadata } = await stage.cluster.withSpec('apikeys', { displayName: 'Ends soon' });
    await page.goto('/api-keys?q=Ends soon');
    const row = page.getByRole('row').filter({ hasText: 'Ends soon' });
    await row.getByText('grace', { exact: true }).waitFor();
    await row.locator('time[datetime^="2099-06-30"]').waitFor();
    await until(async () => await isSpendShown(page, row), {
      what: 'the list says what it spent',
      everyMs: 1000,
    });
    await stage.cluster.remove('apikeys', metadata.name);
    await row.waitFor({ state: 'detached' });
  });

  sideJourney(stage, 'shows how to use a key with each client', async (scene) => {
    const page = await scene.page('/api-keys');
    const secret = await makeKey(page, { Name: 'For a snippet', 'Allowed models': ['sim-large'] });
    const use = page.getByRole('region', { name: 'Use the key' });
    for (const client of ['Python', 'Node', 'LangChain', 'Vercel AI', 'curl']) {
      await use.getByRole('tab', { name: client, exact: true }).click();
      const snippet = use.getByRole('group', { name: `With ${client}`, exact: true });
      const text = await snippet.innerText();
      expect(text).toContain(`${stage.aicp.gatewayUrl}/v1`);
      expect(text).toContain('sim-large');
      expect(text, 'the key is read from the environment').not.toContain(secret);
    }
    await answers(stage, secret, 200);
    const command = await use.getByRole('group', { name: 'With curl', exact: true }).innerText();
    const { stdout } = await run('sh', ['-c', command], {
      env: { ...process.env, AICP_API_KEY: secret },
    });
    expect(JSON.parse(stdout)).toMatchObject({ object: 'chat.completion', model: 'sim-large' });
    const { metadata } = await stage.cluster.withSpec('apikeys', { displayName: 'For a snippet' });
    await stage.cluster.remove('apikeys', metadata.name);
  });
}

/** A page whose clipboard can be read. */
async function copyingPage(scene: Scene, path: string): Promise<Page> {
  const page = await scene.page(path);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  return page;
}

/** Makes a key by the form, and answers the secret, which is copied. */
async function makeKey(page: Page, input: Parameters<typeof fillForm>[1]): Promise<string> {
  await openNew(page, KIND);
  await fillForm(page, input);
  await createIt(page, KIND);
  await page.getByText('Copy the key now').waitFor();
  return await shownIn(page.locator('#content'));
}

/** The secret of a key that was just made. */
async function shownIn(place: Locator): Promise<string> {
  return (await place.getByRole('group', { name: 'Key', exact: true }).innerText()).trim();
}

/** Replaces the secret; the one before works for an hour more. Answers the new one. */
async function replacedWithGrace({ stage }: Scene, page: Page, secret: string): Promise<string> {
  const next = await rotated(page, 'For an hour');
  await answers(stage, next, 200);
  await answers(stage, secret, 200);
  await page.getByText(/^The secret before works until /).waitFor();
  return next;
}

/** Replaces the secret, and the one before works no more. Answers the new one. */
async function replacedAtOnce({ stage }: Scene, page: Page, secret: string): Promise<string> {
  const next = await rotated(page, 'It ends at once');
  await answers(stage, secret, 401);
  await answers(stage, next, 200);
  return next;
}

/** Rotates the key whose page is open, and copies the new secret. */
async function rotated(page: Page, grace: string): Promise<string> {
  await page.getByRole('button', { name: 'Rotate', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await choose(
    dialog.getByRole('combobox', { name: 'How long the old secret still works' }),
    grace,
  );
  await dialog.getByRole('button', { name: 'Rotate', exact: true }).click();
  const secret = await shownIn(dialog);
  const copied = async (): Promise<boolean> => {
    await dialog.getByRole('button', { name: 'Copy: Key', exact: true }).click();
    return (await page.evaluate(async () => await navigator.clipboard.readText())) === secret;
  };
  await until(copied, { what: 'the secret is copied' });
  await page.keyboard.press('Escape');
  expect(await dialog.isVisible(), 'a slip of the hand does not close it').toBe(true);
  await dialog.getByRole('button', { name: 'I have copied it', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  return secret;
}

/** Blocks the key whose page is open, after asking, and takes it again. */
async function blockedAndBack({ stage }: Scene, page: Page, secret: string): Promise<void> {
  const refused = page.getByText('This key is blocked', { exact: true });
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await refused.count()).toBe(0);
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await dialog.getByRole('button', { name: 'Block', exact: true }).click();
  await refused.waitFor();
  await answers(stage, secret, 401);
  await page.getByRole('button', { name: 'Unblock', exact: true }).click();
  await dialog.getByRole('button', { name: 'Unblock', exact: true }).click();
  await refused.waitFor({ state: 'detached' });
  await answers(stage, secret, 200);
}

/** Waits until the gateway answers a request with a key so. */
async function answers({ aicp }: Pick<Stage, 'aicp'>, key: string, status: number): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const ask = async (): Promise<boolean> => {
    const response = await aicp.ask({ model: 'sim-large' }, headers);
    await response.arrayBuffer();
    return response.status === status;
  };
  await until(ask, { what: `the gateway answers ${status} to the key`, everyMs: 200 });
}

/** Whether a row says of more than nothing what was spent; the list is read anew. */
async function isSpendShown(page: Page, row: Locator): Promise<boolean> {
  await page.reload();
  await row.waitFor();
  const cells = await row.getByRole('cell').allInnerTexts();
  return cells.some((text) => /^\$0\.0*[1-9]/.test(text));
}
