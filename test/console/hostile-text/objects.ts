import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { openPage } from '../accessibility/kit/open-page.ts';
import { sideJourney } from '../kit/journey.ts';
import { settled } from '../kit/settled.ts';
import type { Stage } from '../kit/stage.ts';
import { COUNT, type HostileObject } from './kit/hostile-objects.ts';
import { IN_DESCRIPTIONS, shownText } from './kit/texts.ts';
import { unfold } from './unfold.ts';
import { Watch } from './kit/watch.ts';

/** Servers of tools and agents that are asked, and are not there. */
const UNREACHED = /status of 502.*\/(tools|card)/;

/** So many objects are looked at in one test. */
const AT_ONCE = 6;

/** The list of each kind, the page of an object of it with every tab, and what asks before it is deleted. `made` is filled before the tests run. */
export function objects(stage: Stage, made: readonly HostileObject[]): void {
  for (let from = 0; from < COUNT; from += AT_ONCE) {
    const numbers = `${from + 1} to ${Math.min(from + AT_ONCE, COUNT)}`;
    sideJourney(stage, `stays text on the pages of kinds ${numbers}`, async (scene) => {
      const watch = await Watch.over(await scene.page('/'));
      // Who has no single sign-on is asked for it nevertheless.
      scene.allow(/status of 404.*\/sso/, UNREACHED);
      const faults: string[] = [];
      for (const object of made.slice(from, from + AT_ONCE)) {
        faults.push(...(await faultsOfList(watch, object)));
        faults.push(...(await faultsOfObject(watch, object)));
        faults.push(...(await faultsOfDeletion(watch, object)));
      }
      expect(faults).toEqual([]);
    });
  }
}

async function faultsOfList(watch: Watch, { page: list, title }: HostileObject): Promise<string[]> {
  const { page } = watch;
  if (list !== new URL(page.url()).pathname) await openPage(page, list);
  await page.getByRole('link', { name: title, exact: true }).first().waitFor();
  return await watch.faults(list);
}

async function faultsOfObject(watch: Watch, object: HostileObject): Promise<string[]> {
  const { page } = watch;
  const { page: list, id, title, isDescribed } = object;
  await openPage(page, `${list}/${encodeURIComponent(id)}`);
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
  await crumbs.getByText(title, { exact: true }).waitFor();
  expect(shownText(await page.title())).toContain(title);
  const tabs = page.getByRole('tablist').first().getByRole('tab');
  await tabs.nth(5).waitFor();
  if (isDescribed) await page.getByText(IN_DESCRIPTIONS).first().waitFor();
  const faults: string[] = [];
  for (const tab of await tabs.all()) {
    await tab.click();
    await page.locator(`#${(await tab.getAttribute('aria-controls')) ?? ''}`).waitFor();
    await settled(page);
    await unfold(page);
    faults.push(...(await watch.faults(`${list}, ${await tab.innerText()}`)));
  }
  return faults;
}

async function faultsOfDeletion(
  watch: Watch,
  { page: list, title }: HostileObject,
): Promise<string[]> {
  const { page } = watch;
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(title).first().waitFor();
  await isAsked(page);
  const faults = await watch.faults(`${list}, deletion`);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  return faults;
}

/** What stands on it is known. */
const isAsked = async (page: Page): Promise<void> =>
  await page.getByRole('dialog').locator('[aria-busy="true"]').waitFor({ state: 'detached' });
