import type { Page } from 'playwright-core';
import { ConsoleBrowser } from '@aicp/test/console/console-browser';
import { settled } from '@aicp/test/console/kit/settled';
import {
  emptyPageInteractions,
  interactionsIn,
  InteractionWatch,
  type Interactions,
} from './interactions.ts';
import type { Measured, MeasureParts } from './measure.ts';
import { ScriptedStream } from './scripted-stream.ts';

/** So many changes come in a second while interactions are measured. */
const RATE = 1_000;
const PACED_S = 30;
/** What the page holds after so many changes is what it holds when it is warm. */
const WARM_CHANGES = 20_000;
const MOST_INTERACTION_MS = 100;
const MOST_GROWTH = 1.2;

/**
 * What a stream of changes costs a page that is looked at: how long it takes to answer keys while 1,000 come in a second, and how much
 * memory it holds after all of them, the others told as fast as it reads them. Everything else is asked of the real admin service.
 */
export async function measureChanges(parts: MeasureParts): Promise<Measured> {
  const stream = new ScriptedStream(parts.aicp.adminUrl);
  await stream.listen();
  const browser = await ConsoleBrowser.open(parts.chromium, stream.url);
  try {
    const page = await browser.signedIn(parts.aicp.key);
    const watch = await InteractionWatch.over(page);
    await page.goto('/teams');
    await settled(page);
    await stream.tell(WARM_CHANGES);
    await interact(page);
    const { begun } = stream;
    const warm = await heapOf(page);
    const interactionMs = await interactWhilePaced({ page, stream, watch });
    const paced = await heapOf(page);
    const rest = Math.max(0, parts.changes - stream.told);
    const started = performance.now();
    await stream.tell(rest);
    const restMs = performance.now() - started;
    const { cpuMs } = await watch.taken();
    const after = await heapOf(page);
    if (stream.begun !== begun) throw new Error('the stream broke, and the page missed changes');
    const growth = Math.round((after / warm) * 1000) / 1000;
    const figures = {
      ...{ changes: stream.told, perSecond: Math.round((rest / restMs) * 1000) },
      mainThreadMicrosecondsEach: Math.round((cpuMs / rest) * 1e5) / 100,
      ...{ interactionMs, emptyPageMs: await emptyPageInteractions(await browser.visitor()) },
      ...{ warmMB: toMB(warm), afterPacedMB: toMB(paced), afterMB: toMB(after), growth },
    };
    return { figures, missed: missedOf(interactionMs, growth) };
  } finally {
    await browser.close();
    await stream.close();
  }
}

const toMB = (bytes: number): number => Math.round(bytes / 1e4) / 100;

const missedOf = ({ p95 }: Interactions, growth: number): string[] => [
  ...(p95 > MOST_INTERACTION_MS ? [`95 of 100 interactions took up to ${p95} ms`] : []),
  ...(growth > MOST_GROWTH ? [`the heap grew to ${growth} of warm`] : []),
];

interface Paced {
  readonly page: Page;
  readonly stream: ScriptedStream;
  readonly watch: InteractionWatch;
}

/** Uses the page while changes come. */
async function interactWhilePaced({ page, stream, watch }: Paced): Promise<Interactions> {
  await watch.taken();
  let isOver = false;
  const paced = stream.tellPaced(RATE, PACED_S).then(() => (isOver = true));
  const durations: number[] = [];
  let cpuMs = 0;
  // It becomes true while the page is used.
  while (!(isOver as boolean)) {
    await interact(page);
    const taken = await watch.taken();
    durations.push(...taken.durations);
    cpuMs += taken.cpuMs;
  }
  await paced;
  return interactionsIn(durations, cpuMs);
}

/** Types into the search, clears it, and moves along the rows. */
async function interact(page: Page): Promise<void> {
  await page.keyboard.press('/');
  await page.keyboard.type('row', { delay: 60 });
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Backspace');
  await page.locator('h1').click();
  await page.keyboard.press('j', { delay: 20 });
  await page.keyboard.press('k', { delay: 20 });
}

/** What the page's scripts hold after everything that can be collected was, bytes. */
async function heapOf(page: Page): Promise<number> {
  // Reading anew what changed last comes first.
  await settled(page);
  const cdp = await page.context().newCDPSession(page);
  let used = Infinity;
  for (let round = 0; round < 3; round += 1) {
    await cdp.send('HeapProfiler.collectGarbage');
    const { usedSize } = await cdp.send('Runtime.getHeapUsage');
    used = Math.min(used, usedSize);
  }
  await cdp.detach();
  return used;
}
