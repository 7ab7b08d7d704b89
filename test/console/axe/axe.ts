import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { wear, type Look } from './looks.ts';

export interface Reading {
  readonly looks: readonly Look[];
  /** Only what is in it; undefined: the whole page. */
  readonly within?: string;
  /** For whoever reads what is wrong: which dialog is open. */
  readonly what?: string;
}

/** What axe finds wrong with the page as it stands, in each of the looks. */
export async function faultsIn(page: Page, reading: Reading): Promise<string[]> {
  const { pathname, search } = new URL(page.url());
  const faults: string[] = [];
  for (const [number, look] of reading.looks.entries()) {
    await wear(page, look);
    const rules = number === 0 ? undefined : OF_LOOKS;
    const place = [pathname + search, reading.what, look.scheme, look.density];
    const where = place.filter((part) => part !== undefined).join(', ');
    faults.push(
      ...(await violations(page, reading.within, rules)).map((fault) => `${where}: ${fault}`),
    );
  }
  return faults;
}

/** The rules whose outcome depends on colours and sizes: the others say the same of a page in every look. */
export const OF_LOOKS = [
  'color-contrast',
  'link-in-text-block',
  'scrollable-region-focusable',
  'target-size',
];

/** A page loads axe once: it is large, and reading a page by it is not. */
async function violations(
  page: Page,
  within: string | undefined,
  rules: readonly string[] | undefined,
): Promise<string[]> {
  const isLoaded = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(isLoaded ? { axeSource: ';' } : {}) });
  // The pages have no frames: what the other mode opens another page for.
  axe.setLegacyMode().options({
    resultTypes: ['violations'],
    ...(rules ? { runOnly: { type: 'rule', values: [...rules] } } : {}),
  });
  if (within !== undefined) axe.include(within);
  const found = (await axe.analyze()).violations;
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html} ${failureSummary.slice(0, 300)}`),
  );
}
