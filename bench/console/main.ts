import { parseArgs } from 'node:util';
import { findChromium } from '@aicp/test/console/find-chromium';
import { Stage } from '@aicp/test/console/kit/stage';
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

const chromium = findChromium({ ...process.env, AICP_REQUIRE_CHROMIUM: '1' }) ?? '';
const stage = new Stage();
const missed: string[] = [];
const figures: Record<string, unknown> = {};
try {
  await stage.open(chromium);
  const { aicp, browser, cluster } = stage;
  const sizes = { rows: Number(values.rows), changes: Number(values.changes) };
  const parts = { aicp, browser, cluster, chromium, ...sizes };
  const measures = {
    'first-load': measureFirstLoad,
    lighthouse: measureLighthouse,
    rows: measureRows,
    changes: measureChanges,
  };
  for (const [name, measure] of Object.entries(measures)) {
    if (!values.only.split(',').includes(name)) continue;
    process.stderr.write(`${name} …\n`);
    const measured = await measure(parts);
    figures[name] = measured.figures;
    missed.push(...measured.missed.map((bar) => `${name}: ${bar}`));
  }
} finally {
  await stage.close();
}
for (const bar of missed) process.stderr.write(`missed: ${bar}\n`);
process.stdout.write(`${JSON.stringify(figures)}\n`);
if (values.bars && missed.length > 0) process.exitCode = 1;
