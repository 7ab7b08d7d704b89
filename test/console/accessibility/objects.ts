import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { sideJourney } from '../kit/journey.ts';
import { settled } from '../kit/settled.ts';
import type { Stage } from '../kit/stage.ts';
import { faultsIn } from '../axe/axe.ts';
import { ALL_LOOKS } from '../axe/looks.ts';
import { SEEDS, type Seed } from './one-of-each.ts';
import { openPage } from './kit/open-page.ts';

/** Servers of tools and agents that are asked, and are not there. */
const UNREACHED = /status of 502.*\/(tools|card)/;

/** So many objects are read in one test. */
const AT_ONCE = 3;

/** The page of an object of each kind, with every tab of it. */
export function objects(stage: Stage): void {
  for (let from = 0; from < SEEDS.length; from += AT_ONCE) {
    const some = SEEDS.slice(from, from + AT_ONCE);
    const names = some.map(({ id }) => id).join(', ');
    sideJourney(stage, `can be looked at by everybody: ${names}`, async (scene) => {
      const page = await scene.page('/');
      // Who has no single sign-on is asked for it nevertheless.
      scene.allow(/status of 404.*\/sso/, UNREACHED);
      const faults: string[] = [];
      for (const seed of some) faults.push(...(await faultsOfObject(page, seed)));
      expect(faults).toEqual([]);
    });
  }
}

/** The whole page once, then what each other tab shows. */
async function faultsOfObject(page: Page, { page: list, id }: Seed): Promise<string[]> {
  await openPage(page, `${list}/${encodeURIComponent(id)}`);
  const tabs = page.getByRole('tablist').first().getByRole('tab');
  await tabs.nth(5).waitFor();
  const faults = await faultsIn(page, { looks: ALL_LOOKS });
  for (const tab of await tabs.all()) {
    if ((await tab.getAttribute('aria-selected')) === 'true') continue;
    await tab.click();
    const panel = `#${(await tab.getAttribute('aria-controls')) ?? ''}`;
    await page.locator(panel).waitFor();
    await settled(page);
    faults.push(...(await faultsIn(page, { looks: ALL_LOOKS, within: panel })));
  }
  return faults;
}
