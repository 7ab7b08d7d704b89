import type { CDPSession, Page } from 'playwright-core';

/** How long keys and clicks took until the next picture, and what they cost the page's main thread. */
export interface Interactions {
  readonly count: number;
  /** Of a hundred, 95 took no longer, ms. */
  readonly p95: number;
  readonly longest: number;
  /** What the main thread computed for one, in the mean, ms: no other program on the machine is in it. */
  readonly cpu: number;
}

/** What browsers do not tell of: they took this long or less, ms. */
const UNTOLD_MS = 16;

/** So long a browser may take to tell of an interaction after its picture, ms. */
const TOLD_AFTER_MS = 300;

/** Follows the interactions of a page, as Event Timing tells them (in steps of 8 ms): from a key or a click to the next picture. */
export class InteractionWatch {
  private readonly page: Page;
  private readonly cdp: CDPSession;
  private counted = 0;
  private cpuMs = 0;

  private constructor(page: Page, cdp: CDPSession) {
    this.page = page;
    this.cdp = cdp;
  }

  /** Begins with the next document that the page loads. */
  static async over(page: Page): Promise<InteractionWatch> {
    await page.addInitScript(`{
      const told = globalThis.toldInteractions = new Map();
      new PerformanceObserver((list) => {
        for (const { duration, interactionId: id } of list.getEntries()) {
          if (id > 0) told.set(id, Math.max(told.get(id) ?? 0, duration));
        }
      }).observe({ type: 'event', durationThreshold: ${UNTOLD_MS}, buffered: true });
    }`);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    return new InteractionWatch(page, cdp);
  }

  /** How long each interaction since the last call took, and what all cost together. */
  async taken(): Promise<{ readonly durations: readonly number[]; readonly cpuMs: number }> {
    const cpuMs = await this.mainThreadMs();
    await this.page.evaluate(`new Promise((done) =>
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, ${TOLD_AFTER_MS}))))`);
    const [count, told] = await this.page.evaluate<[number, number[]]>(`{
      const durations = [...globalThis.toldInteractions.values()];
      globalThis.toldInteractions.clear();
      [performance.interactionCount, durations];
    }`);
    const untold = Math.max(0, count - this.counted - told.length);
    const since = { cpuMs: cpuMs - this.cpuMs };
    this.counted = count;
    this.cpuMs = await this.mainThreadMs();
    return { ...since, durations: [...told, ...Array.from({ length: untold }, () => UNTOLD_MS)] };
  }

  /** As `taken`, in one figure each. */
  async figures(): Promise<Interactions> {
    const { durations, cpuMs } = await this.taken();
    return interactionsIn(durations, cpuMs);
  }

  private async mainThreadMs(): Promise<number> {
    const { metrics } = await this.cdp.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  }
}

/** Sums up how long interactions took, and what they cost together. */
export function interactionsIn(durations: readonly number[], cpuMs: number): Interactions {
  const sorted = durations.toSorted((one, other) => one - other);
  const at = Math.max(0, Math.ceil(sorted.length * 0.95) - 1);
  return {
    count: sorted.length,
    p95: sorted[at] ?? 0,
    longest: sorted.at(-1) ?? 0,
    cpu: Math.round((cpuMs / Math.max(1, sorted.length)) * 10) / 10,
  };
}

/** What the same browser takes for keys on a page with nothing but a field: what the machine itself adds at the time. */
export async function emptyPageInteractions(page: Page): Promise<Interactions> {
  const watch = await InteractionWatch.over(page);
  await page.goto('data:text/html,<title>Empty</title><input autofocus>');
  await page.locator('input').focus();
  await watch.taken();
  for (let key = 0; key < 40; key += 1) await page.keyboard.press('j', { delay: 20 });
  return await watch.figures();
}
