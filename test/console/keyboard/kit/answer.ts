import type { Locator, Page } from 'playwright-core';
import { enter, focusOn } from './keys.ts';

/** A button of the dialog that is open. */
export const inDialog = (page: Page, name: string): Locator =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });

/** A button of the page itself. */
export const inPage = (page: Page, name: string): Locator =>
  page.locator('#content').getByRole('button', { name, exact: true });

/** Waits until something of the page itself has the focus: Tab goes on from there. */
export async function focusInPage(page: Page): Promise<void> {
  await page.locator('#content :focus').waitFor({ state: 'attached' });
}

/** Presses a button that asks first, is not sure and leaves it, then presses it again and confirms. */
export async function confirmByKeys(page: Page, verb: string): Promise<void> {
  const opener = inPage(page, verb);
  await enter(page, opener);
  await focusOn(page, inDialog(page, 'Cancel'));
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await focusOn(page, opener);
  await page.keyboard.press('Enter');
  await enter(page, inDialog(page, verb));
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await focusInPage(page);
}
