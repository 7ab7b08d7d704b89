import type { Locator, Page } from 'playwright-core';
import { until } from '../../kubernetes/control-plane/until.ts';

/** A number with its title, as tiles show it. */
export const figure = (page: Page, title: string): Locator =>
  page.getByRole('group', { name: title, exact: true });

/** Chooses one of several that stand side by side. */
export const pick = async (page: Page, among: string, one: string): Promise<void> =>
  await page
    .getByRole('radiogroup', { name: among, exact: true })
    .getByText(one, { exact: true })
    .click();

/** Answers a question that a dialog asks. */
export async function confirm(page: Page, action: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: action, exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Waits until a list has so many rows. */
export async function rowsOf(page: Page, list: string, count: number): Promise<Locator> {
  const rows = page.getByRole('table', { name: list, exact: true }).locator('[data-record]');
  const what = `the list of ${list} has ${count} rows`;
  await until(async () => (await rows.count()) === count, { what, timeoutMs: 60_000 });
  return rows;
}

/** The first number in what a locator shows. */
export async function numberIn(locator: Locator): Promise<number> {
  const [found] = /\d[\d,.]*/.exec(await locator.innerText()) ?? [];
  return found === undefined ? Number.NaN : Number(found.replaceAll(',', ''));
}
