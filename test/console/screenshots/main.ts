import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findChromium } from '../find-chromium.ts';
import { settled } from '../kit/settled.ts';
import { Stage } from '../kit/stage.ts';
import { seed } from './seed.ts';
import { SHOTS } from './shots.ts';

/**
 * Takes a picture of each section of the console for the documentation, of an installation with the examples' objects and some traffic:
 * `node test/console/screenshots/main.ts [--folder docs/images/console] [--scheme light|dark] [--width 1440] [--only teams,budgets]`.
 */

const root = join(import.meta.dirname, '../../..');
const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: join(root, 'docs/images/console') },
    scheme: { type: 'string', default: 'light' },
    width: { type: 'string', default: '1440' },
    height: { type: 'string', default: '900' },
    only: { type: 'string' },
  },
});

const program = findChromium({ ...process.env, AICP_REQUIRE_CHROMIUM: '1' }) ?? '';
await using ending = new AsyncDisposableStack();
const stage = new Stage();
mkdirSync(values.folder, { recursive: true });
try {
  process.stderr.write('starting …\n');
  await stage.open(program);
  const seeded = await seed(stage, join(root, 'examples'), ending);
  const scene = stage.scene();
  const page = await scene.pageOf(stage.aicp.key, {
    scheme: values.scheme === 'dark' ? 'dark' : 'light',
    width: Number(values.width),
    height: Number(values.height),
  });
  const wanted = values.only?.split(',');
  for (const { name, path, before } of SHOTS) {
    if (wanted && !wanted.includes(name)) continue;
    await page.goto(typeof path === 'string' ? path : path(seeded));
    await settled(page);
    await before?.(page);
    const file = join(values.folder, `${name}.png`);
    await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
    process.stderr.write(`${file}\n`);
  }
  for (const error of scene.errors) process.stderr.write(`the browser says: ${error}\n`);
  await scene.close();
} finally {
  await stage.close();
}
