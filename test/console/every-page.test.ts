import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../kubernetes/control-plane/until.ts';
import { Installation } from '../up/installation.ts';
import { ConsoleBrowser, faultsOf } from './console-browser.ts';
import { findChromium } from './find-chromium.ts';

const TEAM = `
apiVersion: aicp.dev/v1alpha1
kind: Team
metadata: { name: night }
spec: { displayName: Night shift }
`;

const chromium = findChromium(process.env);

/** Addresses of links in a navigation. */
const linksIn = async (page: Page, name: string): Promise<string[]> =>
  await page
    .getByRole('navigation', { name, exact: true })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));

const BUSY = '[aria-busy="true"], .mantine-Skeleton-root';

/** Whatever is still read has come. */
const settled = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(`!document.querySelector(${JSON.stringify(BUSY)})`);
};

const isServed = async (url: string): Promise<boolean> =>
  (await fetch(url, { headers: { accept: 'text/html' } })).headers
    .get('content-security-policy')
    ?.includes('nonce') === true;

describe.skipIf(chromium === undefined)('every page of the console', () => {
  let aicp: Installation;
  let browser: ConsoleBrowser | undefined;

  beforeAll(async () => {
    aicp = await Installation.prepare();
    const { code, err } = await aicp.up({ AICP_CONSOLE: 'on' });
    expect(code, err).toBe(0);
    await until(() => isServed(aicp.adminUrl), { what: 'the console is built', timeoutMs: 90_000 });
    browser = await ConsoleBrowser.open(chromium ?? '', aicp.adminUrl);
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await aicp.remove();
  });

  it.each(['light', 'dark'] as const)(
    'can be read by everybody, and breaks nothing (%s)',
    async (scheme) => {
      const page = await browser!.signedIn(aicp.key, { scheme });
      await settled(page);
      const sections = await linksIn(page, 'Sections');
      expect(sections).toHaveLength(19);
      const faults: string[] = [];
      for (const section of sections) {
        await page.goto(section);
        await settled(page);
        const title = (await page.title()).split(' · ')[0] ?? '';
        const tabs = await page
          .locator('.section-tab')
          .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
        for (const address of tabs.length > 0 ? tabs : [section]) {
          await page.goto(address);
          await settled(page);
          faults.push(...(await faultsOf(page)).map((fault) => `${title} ${address} ${fault}`));
        }
      }
      expect(faults).toEqual([]);
      expect(browser!.errors).toEqual([]);
    },
    300_000,
  );

  it('shows within two seconds what somebody applied by kubectl', async () => {
    const page = await browser!.signedIn(aicp.key);
    await page.goto('/teams');
    await settled(page);
    const manifest = join(aicp.directory, 'team.yaml');
    await writeFile(manifest, TEAM);
    const { code, err } = await aicp.aicp(['apply', '-f', manifest]);
    expect(code, err).toBe(0);
    await page.getByRole('link', { name: 'Night shift' }).waitFor({ timeout: 2_000 });
  });
});
