import type { Page } from 'playwright-core';

/** How the console may look. Before the sign-in it has no density. */
export interface Look {
  readonly scheme: 'light' | 'dark';
  readonly density?: 'comfortable' | 'compact';
}

/** Every way that the console looks. */
export const ALL_LOOKS: readonly Look[] = [
  { scheme: 'light', density: 'comfortable' },
  { scheme: 'light', density: 'compact' },
  { scheme: 'dark', density: 'compact' },
  { scheme: 'dark', density: 'comfortable' },
];

/** The two that differ most. */
export const TWO_LOOKS: readonly Look[] = [
  { scheme: 'light', density: 'comfortable' },
  { scheme: 'dark', density: 'compact' },
];

/** Before the sign-in. */
export const BOTH_SCHEMES: readonly Look[] = [{ scheme: 'light' }, { scheme: 'dark' }];

/** Gives the page that is open another look, as the system's setting and another tab would. */
export async function wear(page: Page, { scheme, density }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  const wanted = [`[data-mantine-color-scheme="${scheme}"]`];
  if (density !== undefined) {
    await page.evaluate(tellDensity, density);
    wanted.push(`[data-density="${density}"]`);
  }
  await page.locator(`html${wanted.join('')}`).waitFor({ state: 'attached' });
  await page.evaluate(isDrawn);
}

/** Runs in the page: only this page is told, nothing is remembered. */
function tellDensity(density: string): void {
  const told = { key: 'aicp-density', newValue: JSON.stringify(density) };
  window.dispatchEvent(new StorageEvent('storage', { ...told, storageArea: localStorage }));
}

/** Runs in the page: whatever fades or moves has come to its end, and is drawn. */
async function isDrawn(): Promise<void> {
  const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await drawn();
  const moving = document
    .getAnimations()
    .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
  await Promise.allSettled(moving.map(({ finished }) => finished));
  await drawn();
}
