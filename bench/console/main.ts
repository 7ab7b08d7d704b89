import { parseArgs } from 'node:util';
import { Installation } from '@aicp/test/up/installation';
import { ConsoleBrowser } from '@aicp/test/console/console-browser';
import { findChromium } from '@aicp/test/console/find-chromium';
import { until } from '@aicp/test/kubernetes/control-plane/until';
import { measureChanges } from './changes.ts';
import { measureFirstLoad } from './first-load.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measureRows } from './rows.ts';

/**
 * How quick the console is in a real browser, against `aicp up`: what the first load weighs, what Lighthouse says of signing in and of the
 * Dashboard, how soon a list of 10,000 rows answers a key or a click, and what a stream of changes costs. The last line is one JSON object.
 * With `--bars`, it ends with an error where a bar is missed. `--only first-load,lighthouse,rows,changes` measures a part of it;
 * `--changes N` and `--rows N` are the sizes.
 */

const { values } = parseArgs({
  options: {
    bars: { type: 'boolean', default: false },
    only: { type: 'string', default: 'first-load,lighthouse,rows,changes' },
    changes: { type: 'string', default: '3600000' },
    rows: { type: 'string', default: '10000' },
  },
});
const READY_MS = 90_000;

const isServed = async (url: string): Promise<boolean> => {
  const response = await fetch(url, { headers: { accept: 'text/html' } });
  return response.headers.get('content-security-policy')?.includes('nonce') === true;
};

const chromium = findChromium({ ...process.env, AICP_REQUIRE_CHROMIUM: '1' }) ?? '';
const aicp = await Installation.prepare();
const missed: string[] = [];
const figures: Record<string, unknown> = {};
try {
  const { code, err } = await aicp.up({ AICP_CONSOLE: 'on' });
  if (code !== 0) throw new Error(err);
  await until(() => isServed(aicp.adminUrl), {
    what: 'the console is built',
    timeoutMs: READY_MS,
  });
  const parts = { aicp, chromium, rows: Number(values.rows), changes: Number(values.changes) };
  const measures = {
    'first-load': measureFirstLoad,
    lighthouse: measureLighthouse,
    rows: measureRows,
    changes: measureChanges,
  };
  for (const [name, measure] of Object.entries(measures)) {
    if (!values.only.split(',').includes(name)) continue;
    process.stderr.write(`${name} …\n`);
    await using browser = await openBrowser();
    const measured = await measure({ ...parts, browser: browser.browser });
    figures[name] = measured.figures;
    missed.push(...measured.missed.map((bar) => `${name}: ${bar}`));
  }
} finally {
  await aicp.remove();
}
for (const bar of missed) process.stderr.write(`missed: ${bar}\n`);
process.stdout.write(`${JSON.stringify(figures)}\n`);
if (values.bars && missed.length > 0) process.exitCode = 1;

async function openBrowser() {
  const browser = await ConsoleBrowser.open(chromium, aicp.adminUrl);
  return { browser, [Symbol.asyncDispose]: () => browser.close() };
}
