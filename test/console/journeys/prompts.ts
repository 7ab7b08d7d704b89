import { createHash, randomBytes } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { until } from '../../kubernetes/control-plane/until.ts';
import { faultsIn } from '../axe/axe.ts';
import { TWO_LOOKS } from '../axe/looks.ts';
import { AdminClient } from '../kit/admin-client.ts';
import { fillForm } from '../kit/fill-form.ts';
import { sideJourney } from '../kit/journey.ts';
import { KINDS } from '../kit/kinds.ts';
import { createIt, deleteIt, openNew, toast } from '../kit/object-journey.ts';
import { confirm } from '../kit/shown.ts';
import type { Scene } from '../kit/scene.ts';
import { settled } from '../kit/settled.ts';
import type { Stage } from '../kit/stage.ts';

const KIND = KINDS.promptTemplate;
const NAME = 'Reply to a guest';
const REVIEWER = 'reviewer-of-prompts';
const FIRST = 'Dear {{guest}}, thank you.';
const SECOND = 'Dear {{guest}}, thank you for {{nights}} nights.';

/** What becomes of a prompt's text: written, read by somebody else, served, and changed again. */
export function promptJourneys(stage: Stage): void {
  sideJourney(stage, 'has a prompt written, reviewed, served and taken back', async (scene) => {
    const { cluster } = stage;
    // While there is another administrator, nobody approves their own: also where the test fails, others are not to find it so.
    scene.atEnd(() => withoutAdministrator(stage, REVIEWER));
    const reviewersKey = await anotherAdministrator(stage);
    const author = await scene.page(KIND.page);
    const reviewer = await scene.pageOf(reviewersKey);
    await written(author);
    const { metadata } = await cluster.withSpec(KIND.plural, {
      ...{ displayName: NAME, templateText: FIRST },
    });
    await handedIn(author);
    await notByItsAuthor(scene, author);
    await decided(reviewer, 'Approve');
    await author.getByText('Version 1 is served.').waitFor();
    await used(stage, author);
    await rewritten(author);
    await compared(author);
    await handedIn(author);
    await decided(reviewer, 'Send back');
    await author.getByRole('button', { name: 'Hand in for review', exact: true }).waitFor();
    await handedIn(author);
    await decided(reviewer, 'Approve');
    await author.getByText('Version 2 is served.').waitFor();
    await rendered(scene, author);
    await servedAgain(author);
    await cluster.withSpec(KIND.plural, { displayName: NAME, templateText: FIRST });
    scene.allow(new RegExp(`status of 404.*/${metadata.name}`));
    await deleteIt(author, NAME);
    await cluster.without(KIND.plural, metadata.name);
  });
}

/** The key of an administrator whom no other administrator made: such keys count as one person's. */
export async function anotherAdministrator(
  { cluster, aicp }: Stage,
  name: string = REVIEWER,
): Promise<string> {
  const key = `aicp_${randomBytes(24).toString('base64url')}`;
  const keyHash = createHash('sha256').update(key).digest('hex');
  const spec = { displayName: 'Reviewer', keyHash, role: 'platform_admin', userId: name };
  await cluster.apply({ kind: 'APIKey', name, spec });
  await AdminClient.signedInOnceTaken(aicp.adminUrl, key);
  return key;
}

/** Takes that key away, and waits until the service knows: nobody is asked for a second pair of eyes from then on. */
export async function withoutAdministrator({ cluster, admin }: Stage, name: string): Promise<void> {
  await cluster.remove('apikeys', name);
  const isGone = async () => (await admin.status('GET', `/api/v1/api-keys/${name}`)) === 404;
  await until(isGone, { what: `the key ${name} is gone` });
}

/** Makes the prompt by its form, with a variable. */
async function written(page: Page): Promise<void> {
  await openNew(page, KIND);
  const variable = { add: { Name: 'guest' } };
  await fillForm(page, { Name: NAME, 'Template text': FIRST, Variables: variable });
  await createIt(page, KIND);
  await page.getByRole('heading', { level: 1, name: NAME, exact: true }).waitFor();
  await page.getByText('No version is served yet: none was approved.').waitFor();
}

async function handedIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Hand in for review', exact: true }).click();
  await confirm(page, 'Hand in for review');
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
}

/** Whoever handed a text in does not approve it, and is told so. */
async function notByItsAuthor(scene: Scene, page: Page): Promise<void> {
  scene.allow(/status of 40[39].*\/approve/);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await confirm(page, 'Approve');
  await toast(page, /ask another administrator to approve it/);
  expect(await page.getByText('Version 1 is served.').count()).toBe(0);
}

/** Finds the text in the queue, reads it, and decides. */
async function decided(page: Page, decision: 'Approve' | 'Send back'): Promise<void> {
  await page.goto('/prompt-reviews');
  const row = page.getByRole('row').filter({ hasText: NAME });
  await row.getByRole('button', { name: /^Details of / }).click();
  await page
    .getByRole('textbox', { name: 'The text in review' })
    .getByText('Dear')
    .first()
    .waitFor();
  await page.getByRole('button', { name: decision, exact: true }).click();
  await confirm(page, decision);
  await row.waitFor({ state: 'detached' });
}

/** Sends what the page says that programs are to send, once the gateway has heard of the version. */
async function used({ aicp }: Stage, page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Use it', exact: true }).click();
  await settled(page);
  expect(await faultsIn(page, { looks: TWO_LOOKS, what: 'how it is used' })).toEqual([]);
  const curl = await page.getByRole('group', { name: 'With curl', exact: true }).innerText();
  const [, body = ''] = /-d '(.*)'$/.exec(curl) ?? [];
  // It has no messages of its own, as the snippet has none.
  const sent = { ...(JSON.parse(body) as object), model: 'sim-small', messages: undefined };
  const isServed = async (): Promise<boolean> => {
    const answer = await aicp.ask(sent);
    await answer.arrayBuffer();
    return answer.status === 200 && /@1$/.test(answer.headers.get('x-aicp-prompt') ?? '');
  };
  await until(isServed, { what: 'the gateway sends version 1' });
  await page.getByRole('tab', { name: 'Python', exact: true }).click();
  const python = page.getByRole('group', { name: 'With Python', exact: true });
  await python.getByText('"guest": "<guest>",').waitFor();
}

/** Types another text into the editor, declares its new variable, and saves it: a second version begins. */
async function rewritten(page: Page): Promise<void> {
  await page.goto(`${new URL(page.url()).pathname}?tab=text`);
  await settled(page);
  const editor = page.getByRole('textbox', { name: 'Text of the prompt', exact: true });
  await editor.click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText(SECOND);
  await page.getByText('{{nights}} stands in the text and is not declared').waitFor();
  await page.getByRole('button', { name: 'Declare it', exact: true }).click();
  await page.getByText('nights: text, required').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await toast(page, 'The text is saved.');
  await page.getByText('Version 1 is served. The text at hand is to be version 2.').waitFor();
}

/** Sees what is served beside what is at hand. */
async function compared(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Versions', exact: true }).click();
  await versionRow(page, 1).getByText('Served', { exact: true }).waitFor();
  await versionRow(page, 2).getByText('Draft', { exact: true }).waitFor();
  const diff = page.getByRole('textbox', { name: 'From version 1 to version 2' });
  await diff.getByText(FIRST).waitFor();
  await diff.getByText(SECOND).waitFor();
}

/** Puts values in place of the variables; a missing one is asked for. */
async function rendered(scene: Scene, page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Render', exact: true }).click();
  await settled(page);
  scene.allow(/status of 422.*\/render/);
  await page.getByRole('textbox', { name: 'guest' }).fill('Ada');
  await page.getByRole('button', { name: 'Render', exact: true }).click();
  await page
    .getByRole('textbox', { name: 'nights' })
    .and(page.locator('[aria-invalid="true"]'))
    .waitFor();
  await page.getByRole('textbox', { name: 'nights' }).fill('3');
  await page.getByRole('button', { name: 'Render', exact: true }).click();
  const text = page.getByRole('group', { name: 'Rendered text' });
  await text.getByText('Dear Ada, thank you for 3 nights.').waitFor();
}

/** Goes back to the first version. */
async function servedAgain(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Versions', exact: true }).click();
  await page.getByRole('button', { name: 'Serve again: version 1', exact: true }).click();
  await confirm(page, 'Serve again');
  await versionRow(page, 1).getByText('Served', { exact: true }).waitFor();
}

const versionRow = (page: Page, version: number): Locator =>
  page
    .getByRole('table', { name: 'Versions' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: String(version), exact: true }) });
