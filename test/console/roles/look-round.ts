import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Scene } from '../kit/scene.ts';
import { settled } from '../kit/settled.ts';
import { faultsOfNew } from './buttons.ts';
import type { Shown } from './role-table.ts';
import type { Tenants } from './tenants.ts';

const CLOSED = 'You have no right to this';

/** What is said where there is nothing for somebody at an address. */
const NOTHING = /not found|there is no|no right/i;

/** What the navigation lists. */
export async function titlesIn(page: Page): Promise<readonly string[]> {
  const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
  return (await links.allInnerTexts()).map((title) => title.trim());
}

/** Opens each list that a role may open: it is told of its own organization there and of no other, and makes there what it may. */
export async function opensItsOwn(page: Page, shown: Shown, tenants: Tenants): Promise<void> {
  const { ours, theirs } = tenants;
  const { client } = tenants.personOf(shown.role);
  for (const path of shown.open) {
    await page.goto(path);
    await settled(page);
    const text = await contentOf(page);
    expect(text, path).not.toContain(CLOSED.toLowerCase());
    expect(await faultsIn(page), `what went wrong at ${path}`).toEqual([]);
    const object = ours.objects.find((one) => one.page === path);
    if (object) expect(await faultsOfNew(page, object, client)).toEqual([]);
    if (shown.role === 'platform_admin') continue;
    expect(text, `${path} shows what is another organization's`).not.toContain(theirs.word);
    if (object) expect(text, `${path} shows what is its own`).toContain(ours.word);
  }
}

/** Opens each list that a role may not open, by its address: it says so, and asks for nothing that would be refused, which the browser would write down. */
export async function closedToIt(page: Page, shown: Shown, tenants: Tenants): Promise<void> {
  for (const path of shown.closed) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: CLOSED, exact: true }).waitFor();
    const text = await contentOf(page);
    expect(text, path).not.toContain(tenants.ours.word);
    expect(text, path).not.toContain(tenants.theirs.word);
  }
}

/** Opens objects of the other organization by their addresses, as if somebody had told them. */
export async function seesNothingOf(scene: Scene, page: Page, tenants: Tenants): Promise<void> {
  const { word, objects } = tenants.theirs;
  scene.allow(new RegExp(`status of 404.*${word}`));
  for (const { page: list, id, body } of objects) {
    await page.goto(`${list}/${encodeURIComponent(id)}`);
    await page.getByRole('main').getByText(NOTHING).first().waitFor();
    const text = await contentOf(page);
    const { name } = body;
    if (typeof name === 'string' && name !== id) expect(text).not.toContain(name.toLowerCase());
  }
}

/** Searches by the palette for what is its own, and for what is another organization's. */
export async function findsItsOwn(page: Page, tenants: Tenants): Promise<void> {
  await page.goto('/');
  await settled(page);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search' });
  const field = palette.getByLabel('Search').last();
  await field.fill(tenants.ours.word);
  await palette.getByText(`${tenants.ours.word} team`).first().waitFor();
  // With a blank in it, it is no id of a request.
  await field.fill(`${tenants.theirs.word} team`);
  await palette.getByText('Nothing found').waitFor();
  await page.keyboard.press('Escape');
}

const contentOf = async (page: Page): Promise<string> =>
  (await page.locator('body').innerText()).toLowerCase();

/** What a page says of things that were refused or failed. */
async function faultsIn(page: Page): Promise<readonly string[]> {
  const alerts = await page.getByRole('alert').allInnerTexts();
  return alerts.filter((text) =>
    /forbidden|not allowed|403|failed|could not|went wrong/i.test(text),
  );
}
