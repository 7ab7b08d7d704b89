import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { openPage } from '../accessibility/kit/open-page.ts';
import { sideJourney } from '../kit/journey.ts';
import { pick } from '../kit/shown.ts';
import type { Stage } from '../kit/stage.ts';
import { MODEL, ORGANIZATION, PROVIDER, TEAM } from './kit/hostile-objects.ts';
import { NO_MODEL } from './hostile-deeds.ts';
import { DESCRIPTION, IDENTIFIER, shownText } from './kit/texts.ts';
import { unfold } from './unfold.ts';
import { Watch } from './kit/watch.ts';

/** Every section with every tab of it, the charts of the Dashboard, and single requests. */
export function sections(stage: Stage): void {
  sideJourney(stage, 'stays text in every section', async (scene) => {
    const watch = await Watch.over(await scene.page('/'));
    const { page } = watch;
    const faults: string[] = [];
    const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
    await links.first().waitFor();
    const addresses = await addressesOf(links);
    expect(addresses.length).toBeGreaterThan(18);
    for (const section of addresses) {
      if (section !== '/') await openPage(page, section);
      const tabs = await addressesOf(page.locator('.section-tab'));
      for (const address of tabs.length > 0 ? tabs : [section]) {
        if (address !== new URL(page.url()).pathname) await openPage(page, address);
        await unfold(page);
        faults.push(...(await watch.faults(address)));
      }
    }
    await openPage(page, '/access-requests');
    await page.getByText(shownText(IDENTIFIER)).first().waitFor();
    await unfold(page);
    await page.getByText(shownText(DESCRIPTION).slice(0, 100)).first().waitFor();
    faults.push(...(await watch.faults('access requests')));
    expect(faults).toEqual([]);
  });

  sideJourney(stage, 'stays text in charts, their legends and their tables', async (scene) => {
    const watch = await Watch.over(await scene.page(`/?range=1h&org=${ORGANIZATION}`));
    const { page } = watch;
    const faults: string[] = [];
    const over = page.getByRole('region', { name: 'Over time', exact: true });
    const chart = over.getByRole('region', { name: 'Requests', exact: true });
    const groupings = { 'By model': MODEL, 'By provider': PROVIDER, 'By team': TEAM };
    for (const [grouping, name] of Object.entries(groupings)) {
      await pick(page, 'Tell requests apart', grouping);
      await chart.getByRole('button', { name: shownText(name), exact: true }).waitFor();
      await chart.getByRole('application').press('ArrowRight');
      faults.push(...(await watch.faults(`lines, ${grouping}`)));
      await chart.getByRole('switch').press('Space');
      await chart.getByRole('columnheader', { name: shownText(name), exact: true }).waitFor();
      faults.push(...(await watch.faults(`table, ${grouping}`)));
      await chart.getByRole('switch').press('Space');
    }
    expect(faults).toEqual([]);
  });

  sideJourney(stage, 'stays text where requests are listed and told', async (scene) => {
    const watch = await Watch.over(await scene.page('/?range=1h'));
    const { page } = watch;
    const faults: string[] = [];
    for (const model of [MODEL, NO_MODEL]) {
      await openPage(page, `/requests?range=1h&model=${encodeURIComponent(model)}`);
      const row = page.getByRole('row').filter({ hasText: shownText(model) });
      await row.first().waitFor();
      faults.push(...(await watch.faults('requests')));
      await row.first().getByRole('link').first().click();
      await page.getByRole('region', { name: 'What happened' }).waitFor();
      const facts = page.getByRole('table', { name: 'Request', exact: true });
      await facts.getByText(shownText(model), { exact: true }).first().waitFor();
      await facts.getByRole('row', { name: /^User/ }).getByText(shownText(IDENTIFIER)).waitFor();
      faults.push(...(await watch.faults('a request')));
    }
    expect(faults).toEqual([]);
  });
}

/** Where links lead. */
async function addressesOf(links: Locator): Promise<string[]> {
  const addresses: string[] = [];
  for (const link of await links.all()) addresses.push((await link.getAttribute('href')) ?? '');
  return addresses;
}
