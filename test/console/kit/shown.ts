import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { until } from '../../kubernetes/control-plane/until.ts';
import { faultsIn } from '../axe/axe.ts';
import { TWO_LOOKS } from '../axe/looks.ts';

/** A number with its title, as tiles show it. */
export const figure = (page: Page, title: string): Locator =>
  page.getByRole('group', { name: title, exact: true });

/** Chooses one of several that stand side by side. */
export const pick = async (page: Page, among: string, one: string): Promise<void> =>
  await page
    .getByRole('radiogroup', { name: among, exact: true })
    .getByText(one, { exact: true })
    .click();

/** Questions that axe has read, by the button that answers them. */
const read = new Set<string>();
/** How questions are read; the last is how pages of journeys look. */
const LOOKS = TWO_LOOKS.toReversed();

/** Answers the question that a dialog asks, by its button, and sees it close. Everybody must be able to: the first of each is read by axe. */
export async function confirm(page: Page, action: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  const button = dialog.getByRole('button', { name: action, exact: true });
  await button.waitFor();
  if (!read.has(action)) {
    read.add(action);
    const faults = await faultsIn(page, { looks: LOOKS, within: '[role="dialog"]', what: action });
    expect(faults, `what keeps somebody from answering ${action}`).toEqual([]);
  }
  await button.click();
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
