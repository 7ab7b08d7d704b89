import type { Page } from 'playwright-core';
import { REFUSAL, shownText } from './texts.ts';

/** How the API begins to say why it refuses, as it is read. */
export const WHY = shownText(REFUSAL).slice(0, 150);

/** Has the API refuse whatever is written by these methods, in hostile words. */
export async function refuse(page: Page, ...methods: readonly string[]): Promise<void> {
  await page.route(/\/api\/v1\//, async (route) => {
    if (!methods.includes(route.request().method())) {
      await route.fallback();
      return;
    }
    const paths = ['name', 'description', 'metadata', REFUSAL.slice(0, 300)];
    await route.fulfill({
      status: 422,
      contentType: 'application/problem+json',
      json: {
        ...{ status: 422, title: REFUSAL, detail: REFUSAL, instance: REFUSAL },
        errors: paths.map((at) => ({ path: at, message: REFUSAL })),
      },
    });
  });
}
