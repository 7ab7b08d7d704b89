import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { faultsOf } from '../console-browser.ts';
import { sideJourney } from '../kit/journey.ts';
import { settled } from '../kit/settled.ts';
import type { Stage } from '../kit/stage.ts';

const LOOKS = [
  { scheme: 'light', density: 'comfortable' },
  { scheme: 'dark', density: 'compact' },
] as const;

/** Every section and every tab of it, read by axe. */
export function everyPage(stage: Stage): void {
  for (const look of LOOKS) {
    const title = `can be read by everybody, and breaks nothing (${look.scheme}, ${look.density})`;
    sideJourney(stage, title, async (scene) => {
      const page = await scene.pageOf(stage.aicp.key, look);
      const sections = await addressesOf(navigation(page).getByRole('link'));
      expect(sections).toHaveLength(19);
      const faults: string[] = [];
      for (const section of sections) faults.push(...(await faultsIn(page, section)));
      expect(faults).toEqual([]);
    });
  }
}

const navigation = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'Sections', exact: true });

/** Faults of a section's pages, with the addresses of these. */
async function faultsIn(page: Page, section: string): Promise<string[]> {
  const faults: string[] = [];
  await page.goto(section);
  await settled(page);
  const tabs = await addressesOf(page.locator('.section-tab'));
  for (const address of tabs.length > 0 ? tabs : [section]) {
    if (address !== section) {
      await page.goto(address);
      await settled(page);
    }
    faults.push(...(await faultsOf(page)).map((fault) => `${address} ${fault}`));
  }
  return faults;
}

/** Where links lead. */
export async function addressesOf(links: Locator): Promise<string[]> {
  const addresses: string[] = [];
  for (const link of await links.all()) addresses.push((await link.getAttribute('href')) ?? '');
  return addresses;
}
