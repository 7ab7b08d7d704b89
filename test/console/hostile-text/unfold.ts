import type { Page } from 'playwright-core';
import { settled } from '../kit/settled.ts';

/** So many details of a list are opened: more of them show the same. */
const MOST = 4;

/** Opens what is folded up on a page. */
export async function unfold(page: Page): Promise<void> {
  const folded = page.getByRole('button', { name: /^(More|Details of .*)$/, expanded: false });
  // The last first: what opens moves what stands below it.
  for (const button of (await folded.all()).slice(0, MOST).toReversed()) {
    if (await button.isVisible()) await button.click();
  }
  await settled(page);
}
