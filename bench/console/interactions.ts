import type { Page } from 'playwright-core';

/** Begins to note how long the page takes to answer keys and clicks: until the next picture, as Event Timing tells it (in steps of 8 ms, from 16 ms). */
export async function watchInteractions(page: Page): Promise<void> {
  await page.addInitScript(`{
    globalThis.longestInteractions = [];
    new PerformanceObserver((list) => {
      for (const { name, duration, interactionId } of list.getEntries()) {
        if (interactionId > 0) globalThis.longestInteractions.push({ name, duration });
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: true });
  }`);
}

/** How long each interaction took since this was asked last, in ms: those of 16 ms or more. */
export async function interactionsOf(page: Page): Promise<number[]> {
  // What was done last is told after its picture.
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 100))))',
  );
  return await page.evaluate(
    'globalThis.longestInteractions.splice(0).map(({ duration }) => duration)',
  );
}

export const longest = (values: readonly number[]): number => Math.max(0, ...values);
