import type { Page } from 'playwright-core';

/** Whatever a page still reads has come. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const busy = page.locator('[aria-busy="true"], .mantine-Skeleton-root');
  while ((await busy.count()) > 0) await busy.first().waitFor({ state: 'detached' });
}
