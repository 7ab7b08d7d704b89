import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { formOf } from '../kit/fill-form.ts';
import { sideJourney } from '../kit/journey.ts';
import type { Stage } from '../kit/stage.ts';
import { faultsIn } from '../axe/axe.ts';
import { ALL_LOOKS } from '../axe/looks.ts';
import { SEEDS } from './one-of-each.ts';
import { openPage } from './kit/open-page.ts';

/** So many forms are read in one test. */
const AT_ONCE = 8;

/** The form of a new object of each kind, with all its fields. */
export function forms(stage: Stage): void {
  const pages = [...SEEDS.map(({ page }) => page), '/access-requests'];
  for (let from = 0; from < pages.length; from += AT_ONCE) {
    const some = pages.slice(from, from + AT_ONCE);
    sideJourney(stage, `can be filled by everybody: ${some.join(', ')}`, async (scene) => {
      const page = await scene.page('/');
      const faults: string[] = [];
      for (const address of some) {
        await openPage(page, `${address}/_new`);
        await formOf(page).waitFor();
        await unfold(page);
        faults.push(...(await faultsIn(page, { looks: ALL_LOOKS, within: '#content' })));
      }
      expect(faults).toEqual([]);
    });
  }
}

/** Opens what is folded up, and adds a row to each list. */
async function unfold(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'More', exact: true, expanded: false });
  if ((await more.count()) > 0) await more.click();
  for (const add of await page.getByRole('button', { name: /^Add (to|a row)/ }).all()) {
    await add.click();
  }
}
