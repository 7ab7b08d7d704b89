import type { Page } from 'playwright-core';
import { settled } from '@aicp/test/console/kit/settled';
import type { Measured, MeasureParts } from './measure.ts';

/** JavaScript before the first section, gzip, with an empty cache: at most this many bytes. */
const MOST_BYTES = 250_000;

/** Weighs the scripts that are loaded until somebody can sign in, and until the Dashboard of somebody who is signed in stands. */
export async function measureFirstLoad({ aicp, browser }: MeasureParts): Promise<Measured> {
  const visitor = await browser.visitor();
  const signIn = await scriptsOf(visitor, async () => {
    await visitor.goto('/');
    await visitor.getByLabel('API key').waitFor();
  });
  const signedIn = await browser.signedIn(aicp.key);
  const again = await browser.another(signedIn.context());
  const dashboard = await scriptsOf(again, async () => {
    await again.goto('/');
    await settled(again);
  });
  const first = dashboard.filter(({ isFirst }) => isFirst);
  const figures = {
    signInBytes: sum(signIn),
    beforeFirstSectionBytes: sum(first),
    withDashboardBytes: sum(dashboard),
    scripts: dashboard.map(({ name, bytes }) => `${name} ${bytes}`),
  };
  const missed = sum(first) > MOST_BYTES ? [`${sum(first)} bytes of scripts`] : [];
  return { figures, missed };
}

interface Script {
  readonly name: string;
  /** As sent: compressed. */
  readonly bytes: number;
  /** It is there before the first section is asked for. */
  readonly isFirst: boolean;
}

const sum = (scripts: readonly Script[]): number =>
  scripts.reduce((total, { bytes }) => total + bytes, 0);

async function scriptsOf(page: Page, load: () => Promise<void>): Promise<Script[]> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  // Browsers take brotli where they can; the bar is one of gzip.
  await page.setExtraHTTPHeaders({ 'accept-encoding': 'gzip' });
  const names = new Map<string, string>();
  const scripts: { name: string; bytes: number }[] = [];
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script' || response.mimeType.includes('javascript')) {
      names.set(requestId, new URL(response.url).pathname);
    }
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const name = names.get(requestId);
    if (name !== undefined) scripts.push({ name, bytes: encodedDataLength });
  });
  const document = page.waitForResponse((response) => response.url().endsWith('/'));
  await load();
  // The script of the page and all that it imports, which the page names too; sections are imported later, by what was loaded.
  const named = await (await document).text();
  return scripts.map((script) => ({
    ...script,
    isFirst: named.includes(script.name.split('/').at(-1) ?? script.name),
  }));
}
