import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { sideJourney } from '../kit/journey.ts';
import type { Stage } from '../kit/stage.ts';
import { faultsIn } from '../axe/axe.ts';
import { ALL_LOOKS } from '../axe/looks.ts';
import { openPage } from './kit/open-page.ts';

/** The headings of the navigation, with how many sections each has. */
const GROUPS = {
  Overview: 1,
  Platform: 6,
  Governance: 4,
  Reliability: 3,
  'Agents and safety': 4,
  Administration: 1,
} as const;

/** Every section with every tab of it, in each look. */
export function sections(stage: Stage): void {
  for (const [group, count] of Object.entries(GROUPS)) {
    sideJourney(stage, `can be read by everybody: ${group}`, async (scene) => {
      const page = await scene.page('/');
      const addresses = await addressesOf(
        page.getByRole('group', { name: group, exact: true }).getByRole('link'),
      );
      expect(addresses).toHaveLength(count);
      const faults: string[] = [];
      for (const address of addresses) faults.push(...(await faultsOfSection(page, address)));
      expect(faults).toEqual([]);
    });
  }
}

async function faultsOfSection(page: Page, section: string): Promise<string[]> {
  const faults: string[] = [];
  if (section !== '/') await openPage(page, section);
  const tabs = await addressesOf(page.locator('.section-tab'));
  for (const address of tabs.length > 0 ? tabs : [section]) {
    if (address !== new URL(page.url()).pathname) await openPage(page, address);
    faults.push(...(await faultsIn(page, { looks: ALL_LOOKS })));
  }
  return faults;
}

/** Where links lead. */
async function addressesOf(links: Locator): Promise<string[]> {
  const addresses: string[] = [];
  for (const link of await links.all()) addresses.push((await link.getAttribute('href')) ?? '');
  return addresses;
}
