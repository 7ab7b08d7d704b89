import type { Page } from 'playwright-core';
import { settled } from '../../kit/settled.ts';

/** Opens another page of the console as its links do, without loading the console anew. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    document.querySelector('h1')?.setAttribute('data-of-before', '');
    history.pushState(null, '', to);
  }, path);
  await page.locator('h1[data-of-before]').waitFor({ state: 'detached' });
  await settled(page);
}
