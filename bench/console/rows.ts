import type { Page } from 'playwright-core';
import type { Cluster } from '@aicp/test/console/kit/cluster';
import { until } from '@aicp/test/kubernetes/control-plane/until';
import { settled } from '@aicp/test/console/kit/settled';
import { emptyPageInteractions, interactionsIn, InteractionWatch } from './interactions.ts';
import type { Measured, MeasureParts } from './measure.ts';

/** A key or a click is answered in this time, ms. */
const MOST_MS = 100;
const AT_ONCE = 16;
/** Everything is done so often. */
const ROUNDS = 3;

/** How soon a list of many rows answers keys and clicks: sorting, searching, turning pages, moving along rows, opening an object and coming back. */
export async function measureRows({
  aicp,
  browser,
  cluster,
  rows,
}: MeasureParts): Promise<Measured> {
  const createdInS = await create(cluster, rows);
  const page = await browser.signedIn(aicp.key);
  const watch = await InteractionWatch.over(page);
  await page.goto('/teams');
  await until(async () => (await totalOn(page)) >= rows, {
    ...{ what: `${rows} teams are listed`, timeoutMs: 600_000 },
  });
  await watch.taken();
  const taken = new Map<string, { durations: number[]; cpuMs: number }>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, act] of Object.entries(ACTS)) {
      await act(page);
      const { durations, cpuMs } = await watch.taken();
      const before = taken.get(name) ?? { durations: [], cpuMs: 0 };
      const sum = { durations: [...before.durations, ...durations], cpuMs: before.cpuMs + cpuMs };
      taken.set(name, sum);
    }
  }
  const all = [...taken.values()].flatMap(({ durations }) => durations);
  const cpuMs = [...taken.values()].reduce((sum, one) => sum + one.cpuMs, 0);
  const interactionMs = interactionsIn(all, cpuMs);
  const figures = {
    ...{ rows, createdInS, interactionMs },
    acts: Object.fromEntries(
      [...taken].map(([name, one]) => [name, interactionsIn(one.durations, one.cpuMs)]),
    ),
    emptyPageMs: await emptyPageInteractions(await browser.visitor()),
  };
  const { p95 } = interactionMs;
  return { figures, missed: p95 > MOST_MS ? [`95 of 100 interactions took up to ${p95} ms`] : [] };
}

/** How many rows the list says that there are. */
async function totalOn(page: Page): Promise<number> {
  const text = (await page.getByRole('status').allTextContents()).join(' ');
  return Number(/of ([\d,]+) teams/.exec(text)?.[1]?.replaceAll(',', '') ?? 0);
}

const rowAt = (page: Page, index: number) => page.locator('tbody tr').nth(index);

const ACTS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  sort: async (page) => {
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await settled(page);
  },
  search: async (page) => {
    await page.keyboard.press('/');
    await page.keyboard.type('row 77', { delay: 50 });
    await page.waitForURL(/q=row/);
    await settled(page);
  },
  clear: async (page) => {
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await page.waitForURL((url) => !url.searchParams.has('q'));
    await settled(page);
  },
  'next pages': async (page) => {
    for (let turn = 0; turn < 10; turn += 1) {
      await page.getByRole('button', { name: 'Next', exact: true }).click();
      await settled(page);
    }
  },
  'move along rows': async (page) => {
    await page.locator('h1').click();
    for (let row = 0; row < 20; row += 1) await page.keyboard.press('j', { delay: 20 });
    for (let row = 0; row < 10; row += 1) await page.keyboard.press('k', { delay: 20 });
  },
  'open and come back': async (page) => {
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/teams\/./);
    await settled(page);
    await page.goBack();
    await rowAt(page, 5).waitFor();
    await settled(page);
  },
  palette: async (page) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('row 42', { delay: 50 });
    await settled(page);
    await page.keyboard.press('Escape');
  },
};

/** Makes teams, some at once, as kubectl does: the admin service lets no caller ask so often. Tells how long it took, in seconds. */
async function create(cluster: Cluster, count: number): Promise<number> {
  const started = performance.now();
  const there = new Set((await cluster.list('teams')).map(({ metadata }) => metadata.name));
  const missing = Array.from({ length: count }, (_, number) => number).filter(
    (number) => !there.has(nameOf(number)),
  );
  const work = async (): Promise<void> => {
    for (let number = missing.pop(); number !== undefined; number = missing.pop()) {
      await cluster.apply({
        ...{ kind: 'Team', name: nameOf(number) },
        spec: { displayName: `Row ${number}` },
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return Math.round((performance.now() - started) / 1000);
}

const nameOf = (number: number): string => `row-${number}`;
