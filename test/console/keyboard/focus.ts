import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { makeOneOfEach, removeOneOfEach } from '../accessibility/one-of-each.ts';
import { journey } from '../kit/journey.ts';
import { settled } from '../kit/settled.ts';
import type { Stage } from '../kit/stage.ts';
import { focusInPage, inDialog, inPage } from './kit/answer.ts';
import { enter, focusOn, openTab, tabTo, typeInto, walkTo } from './kit/keys.ts';

/** Pages with buttons that open something on top of them. */
const OPENERS: readonly (readonly [path: string, ...buttons: readonly (string | RegExp)[]])[] = [
  ['/teams/seen-team', 'More actions'],
  ['/api-keys/seen-key', 'Block', 'Rotate'],
  ['/budgets/seen-budget', 'Raise for a while'],
  ['/models/sim-small', 'Announce its end'],
  ['/providers/seen-provider', 'Test'],
  ['/ab-tests/seen-test', 'Start'],
  ['/prompts/seen-prompt', 'Hand in for review'],
  ['/subscriptions/seen-subscription', 'Send a test', 'Rotate secret'],
  ['/teams', 'Choose columns', /time range/, 'Your account'],
  ['/audit-log', 'Verify', 'Export'],
  ['/events', 'Send a test event'],
  ['/chargeback', 'New report'],
];

/** Where the focus is after something closed, was done, or is gone. */
export function focusByKeys(stage: Stage): void {
  describe('the focus', () => {
    beforeAll(async () => await makeOneOfEach(stage), 120_000);
    afterAll(async () => await removeOneOfEach(stage), 120_000);

    givenBack(stage);
    givenBackByMenus(stage);
    keptInDialogs(stage);
    keptInLists(stage);
    keptByPages(stage);
    undone(stage);
  });
}

function givenBack(stage: Stage): void {
  journey(stage, 'is given back by whatever Escape closes', async (scene) => {
    const page = await scene.page('/');
    for (const [path, ...names] of OPENERS) {
      await page.goto(path);
      await settled(page);
      for (const name of names) await openedAndLeft(page, path, name);
    }
  });
}

async function openedAndLeft(page: Page, path: string, name: string | RegExp): Promise<void> {
  const opener = page.getByRole('button', { name, exact: true }).first();
  await enter(page, opener);
  const opened = page.getByRole('dialog').or(page.getByRole('menu')).last();
  await opened.waitFor();
  await opened.and(page.locator(':focus-within')).waitFor();
  await page.keyboard.press('Escape');
  await opened.waitFor({ state: 'hidden' });
  await focusOn(page, opener).catch(async (error: unknown) => {
    const has = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
    throw new Error(`${path}, ${String(name)}: the focus is on ${String(has)}`, { cause: error });
  });
}

function givenBackByMenus(stage: Stage): void {
  journey(stage, 'comes back to a menu whose dialog is left, and is seen', async (scene) => {
    const page = await scene.page('/agents/seen-agent');
    const more = page.getByRole('button', { name: 'More actions' });
    for (const leave of [byEscape, byCancel]) {
      await openDelete(page);
      await leave(page);
      // Nobody waits for it: Tab goes on from there in any case.
      await page.keyboard.press('Tab');
      await page.keyboard.press('Shift+Tab');
      await focusOn(page, more);
      await openDelete(page);
      await leave(page);
      await focusOn(page, more);
      await tabTo(page, more);
    }
    // Somebody who pointed at it goes on by keys.
    await more.click();
    await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
    await inDialog(page, 'Cancel').waitFor();
    await byEscape(page);
    await focusOn(page, more);
    await tabTo(page, more);
  });
}

function keptInDialogs(stage: Stage): void {
  journey(stage, 'stays in a dialog whose button is gone', async (scene) => {
    const page = await scene.page('/subscriptions/seen-subscription');
    const opener = inPage(page, 'Rotate secret');
    await enter(page, opener);
    await enter(page, inDialog(page, 'Rotate'));
    const done = inDialog(page, 'I have copied it');
    await done.waitFor();
    await page.getByRole('dialog').locator(':focus').waitFor({ state: 'attached' });
    await enter(page, done);
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await focusOn(page, opener);
  });
}

function keptInLists(stage: Stage): void {
  journey(stage, 'stays near what was deleted', async (scene) => {
    const { cluster } = stage;
    for (const name of ['gone-one', 'gone-two']) {
      scene.atEnd(() => cluster.remove('teams', name));
      await cluster.apply({ kind: 'Team', name, spec: { displayName: name } });
    }
    const page = await scene.page('/teams?q=gone-');
    await tabTo(page, page.getByRole('checkbox', { name: 'Mark gone-one', exact: true }));
    await page.keyboard.press('Space');
    await enter(page, inPage(page, 'Delete'));
    await enter(page, inDialog(page, 'Delete'));
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'gone-one', exact: true }).waitFor({ state: 'detached' });
    await focusInPage(page);
    scene.allow(/status of 404/);
    await enter(page, page.getByRole('link', { name: 'gone-two', exact: true }));
    await page.getByRole('heading', { level: 1, name: 'gone-two' }).waitFor();
    await deleted(page);
    await focusInPage(page);
  });

  journey(
    stage,
    'stays near a member who was removed, and on a button that is done',
    async (scene) => {
      const page = await scene.page('/teams/seen-team');
      await openTab(page, 'Members');
      await settled(page);
      const person = page.getByRole('combobox', { name: 'Person' });
      const add = inPage(page, 'Add member');
      for (const name of ['ida', 'ivy']) {
        await typeInto(page, person, name);
        await enter(page, add);
        await page.getByRole('button', { name: `Remove ${name}` }).waitFor();
        await focusOn(page, add);
      }
      await enter(page, page.getByRole('button', { name: 'Remove ivy' }));
      await enter(page, inDialog(page, 'Remove'));
      await page.getByRole('button', { name: 'Remove ivy' }).waitFor({ state: 'detached' });
      await focusInPage(page);
    },
  );
}

function keptByPages(stage: Stage): void {
  journey(stage, 'stays on the button that turns pages, to the last one', async (scene) => {
    const { cluster } = stage;
    for (let count = 1; count <= 51; count += 1) {
      const name = `leaf-${count}`;
      scene.atEnd(() => cluster.remove('teams', name));
      await cluster.apply({ kind: 'Team', name, spec: { displayName: name } });
    }
    const page = await scene.page('/teams?q=leaf-');
    const next = inPage(page, 'Next');
    await enter(page, next, 'Shift+Tab');
    await page.getByText('51 to 51 of 51 teams').waitFor();
    await settled(page);
    await page.locator('[aria-disabled="true"]').and(next).waitFor();
    await focusOn(page, next);
    await enter(page, inPage(page, 'Previous'), 'Shift+Tab');
    await page.getByText('1 to 50 of 51 teams').waitFor();
    await settled(page);
    await focusOn(page, inPage(page, 'Previous'));
  });
}

function undone(stage: Stage): void {
  journey(stage, 'goes to what can be undone by F6, which waits as long', async (scene) => {
    const page = await scene.page('/api-keys');
    await page.clock.install();
    await page.goto('/api-keys?q=seen-key');
    await settled(page);
    await tabTo(page, page.getByRole('checkbox', { name: 'Mark seen-key', exact: true }));
    await page.keyboard.press('Space');
    await enter(page, inPage(page, 'Block'));
    await enter(page, inDialog(page, 'Block'));
    const undo = page.getByRole('alert').getByRole('button', { name: 'Undo', exact: true });
    await undo.waitFor();
    await focusInPage(page);
    const before = await page.evaluateHandle(() => document.activeElement);
    await page.keyboard.press('F6');
    await focusOn(page, undo);
    expect(await isHeld(page, undo)).toBe(true);
    await page.keyboard.press('Enter');
    await undo.waitFor({ state: 'detached' });
    await page
      .getByText(/Block, undone|Unblock/)
      .first()
      .waitFor();
    await page.waitForFunction((element) => document.activeElement === element, before);
  });
}

/** From the page of an object to the dialog that deletes it. */
async function openDelete(page: Page): Promise<void> {
  await enter(page, page.getByRole('button', { name: 'More actions' }));
  await walkTo(page, page.getByRole('menuitem', { name: 'Delete', exact: true }), 'ArrowDown');
  await page.keyboard.press('Enter');
  await inDialog(page, 'Cancel').waitFor();
}

async function byEscape(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

async function byCancel(page: Page): Promise<void> {
  await enter(page, inDialog(page, 'Cancel'));
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

/** Deletes the team whose page is open; the list takes its place. */
async function deleted(page: Page): Promise<void> {
  await openDelete(page);
  await enter(page, inDialog(page, 'Delete'));
  await page.getByRole('heading', { level: 1, name: 'Teams' }).waitFor();
}

/** It is there still once the time is over that it has otherwise. */
async function isHeld(page: Page, notice: Locator): Promise<boolean> {
  await page.clock.fastForward(30_000);
  return await notice.isVisible();
}
