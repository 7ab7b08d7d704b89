import { setPriority } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildConsole, bundleWithVite } from './build-console.ts';

// Builds the console: `--out` says where to, `--nice` leaves the processor to everybody else first. A process that starts it with a channel is told how it goes.
const { values } = parseArgs({
  options: {
    out: { type: 'string' },
    nice: { type: 'boolean', default: false },
  },
});
/** Of the least priority that there is, nineteen. */
const NICENESS = 10;
if (values.nice) setPriority(NICENESS);

// Vite takes what the environment says of Node programs for what is built, and React would come with its checks for developers.
process.env['NODE_ENV'] = 'production';
const workspace = join(import.meta.dirname, '..');
const target = resolve(values.out ?? join(workspace, 'dist'));
const began = performance.now();
const isNew = await buildConsole({
  console: workspace,
  target,
  bundle: bundleWithVite,
  onBegin: () => process.send?.({ type: 'building' }),
});
const seconds = ((performance.now() - began) / 1000).toFixed(1);
process.stdout.write(
  isNew
    ? `the console is built in ${seconds} s: ${target}\n`
    : `the console is up to date: ${target}\n`,
);
