import type { Page } from 'playwright-core';
import { AdminClient } from '@aicp/test/console/kit/admin-client';
import { settled } from '@aicp/test/console/kit/settled';
import { interactionsOf, longest, watchInteractions } from './interactions.ts';
import type { Measured, MeasureParts } from './measure.ts';

/** A key or a click is answered in this time, ms. */
const MOST_MS = 100;
const AT_ONCE = 8;

/** How soon a list of many rows answers keys and clicks: sorting, searching, turning pages, moving along rows, opening an object and coming back. */
export async function measureRows({ aicp, browser, rows }: MeasureParts): Promise<Measured> {
  const createdInS = await create(aicp.adminUrl, aicp.key, rows);
  const page = await browser.signedIn(aicp.key);
  await watchInteractions(page);
  await page.goto('/teams');
  await shown(page);
  const taken: Record<string, number> = {};
  const shownInMs: Record<string, number> = {};
  for (const [name, act] of Object.entries(ACTS)) {
    const started = performance.now();
    await act(page);
    shownInMs[name] = Math.round(performance.now() - started);
    taken[name] = longest(await interactionsOf(page));
  }
  const missed = Object.entries(taken)
    .filter(([, ms]) => ms > MOST_MS)
    .map(([name, ms]) => `${name} took ${ms} ms`);
  return { figures: { rows, createdInS, interactionMs: taken, shownInMs }, missed };
}

const shown = (page: Page) => page.locator('tbody tr').nth(5).waitFor();

const ACTS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  sort: async (page) => {
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await settled(page);
  },
  search: async (page) => {
    await page.keyboard.press('/');
    await page.keyboard.type('row 77');
    await settled(page);
  },
  clear: async (page) => {
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await settled(page);
  },
  'next pages': async (page) => {
    for (let turn = 0; turn < 10; turn += 1) {
      await page.getByRole('button', { name: 'Next', exact: true }).click();
      await settled(page);
    }
  },
  'move along rows': async (page) => {
    await page.locator('h1').click();
    for (let row = 0; row < 20; row += 1) await page.keyboard.press('j');
  },
  'open and come back': async (page) => {
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/teams\/./);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.goBack();
    await shown(page);
  },
  palette: async (page) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('row 42');
    await settled(page);
    await page.keyboard.press('Escape');
  },
};

/** Makes teams, some at once; tells how long it took, in seconds. */
async function create(url: string, key: string, count: number): Promise<number> {
  const client = await AdminClient.signedIn(url, key);
  const started = performance.now();
  let next = 0;
  const work = async (): Promise<void> => {
    for (;;) {
      const number = next;
      next += 1;
      if (number >= count) return;
      const body = { id: `row-${number}`, name: `Row ${number}` };
      await client.json('POST', '/api/v1/teams', body);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return Math.round((performance.now() - started) / 1000);
}
