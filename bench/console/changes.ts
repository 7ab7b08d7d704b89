import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { ConsoleBrowser } from '@aicp/test/console/console-browser';
import { settled } from '@aicp/test/console/kit/settled';
import { interactionsOf, longest, watchInteractions } from './interactions.ts';
import type { Measured, MeasureParts } from './measure.ts';

/** So many changes come in a second while interactions are measured. */
const RATE = 1_000;
const PACED_S = 20;
/** What the page holds after so many changes is what it holds when it is warm. */
const WARM_CHANGES = 20_000;
const MOST_INTERACTION_MS = 100;
const MOST_GROWTH = 1.2;
const CHUNK = 1_000;

/**
 * What a stream of changes costs a page that is looked at: how long it takes to answer keys while 1,000 come in a second, and how much
 * memory it holds after all of them, told as fast as it reads. Everything else is asked of the real admin service.
 */
export async function measureChanges(parts: MeasureParts): Promise<Measured> {
  const stream = new ScriptedStream(parts.aicp.adminUrl);
  await stream.listen();
  const browser = await ConsoleBrowser.open(parts.chromium, stream.url);
  try {
    const page = await browser.signedIn(parts.aicp.key);
    await watchInteractions(page);
    await page.goto('/teams');
    await page.locator('tbody, [data-empty]').first().waitFor();
    await stream.reader();
    await stream.tell(WARM_CHANGES);
    const warm = await heapOf(page);
    const interactionMs = await interactWhilePaced(page, stream);
    const started = performance.now();
    await stream.tell(parts.changes - stream.told);
    const perSecond = Math.round((parts.changes / (performance.now() - started)) * 1000);
    const after = await heapOf(page);
    const growth = Math.round((after / warm) * 1000) / 1000;
    const figures = {
      ...{ changes: stream.told, perSecond, interactionMs },
      ...{ warmMB: toMB(warm), afterMB: toMB(after), growth },
    };
    return { figures, missed: missedOf(interactionMs, growth) };
  } finally {
    await browser.close();
    await stream.close();
  }
}

const toMB = (bytes: number): number => Math.round(bytes / 1e5) / 10;

const missedOf = (interactionMs: number, growth: number): string[] => [
  ...(interactionMs > MOST_INTERACTION_MS ? [`an interaction took ${interactionMs} ms`] : []),
  ...(growth > MOST_GROWTH ? [`the heap grew to ${growth} of warm`] : []),
];

/** Types into the search and moves along the rows while changes come; the longest interaction, ms. */
async function interactWhilePaced(page: Page, stream: ScriptedStream): Promise<number> {
  await interactionsOf(page);
  const paced = stream.tellPaced(RATE, PACED_S);
  const last = stream.told + RATE * PACED_S;
  const taken: number[] = [];
  while (stream.told < last) {
    await page.keyboard.press('/');
    await page.keyboard.type('team', { delay: 60 });
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Escape');
    await page.locator('h1').click();
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    taken.push(longest(await interactionsOf(page)));
  }
  await paced;
  return longest(taken);
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

/** The admin service, but for its stream of changes, which tells what it is told to. */
class ScriptedStream {
  /** Changes told so far. */
  told = 0;
  private readonly target: URL;
  private readonly server = createServer((asked, answer) => this.answer(asked, answer));
  private current: ServerResponse | undefined;

  constructor(target: string) {
    this.target = new URL(target);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async listen(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  /** Resolves when somebody reads the stream. */
  async reader(): Promise<void> {
    if (!this.current) await once(this.server, 'stream');
  }

  /** Tells so many changes as fast as they are read. */
  async tell(count: number): Promise<void> {
    for (let rest = count; rest > 0; rest -= CHUNK) await this.write(Math.min(CHUNK, rest));
  }

  async tellPaced(rate: number, seconds: number): Promise<void> {
    const steps = 20;
    for (let step = 0; step < seconds * steps; step += 1) {
      const pause = new Promise((resolve) => setTimeout(resolve, 1000 / steps));
      await this.write(rate / steps);
      await pause;
    }
  }

  private async write(count: number): Promise<void> {
    await this.reader();
    let text = '';
    for (let one = 0; one < count; one += 1) text += this.change();
    const { current } = this;
    if (current && !current.write(text)) {
      await Promise.race([once(current, 'drain'), once(current, 'close')]);
    }
  }

  private change(): string {
    this.told += 1;
    const [type, collection] = KINDS[this.told % KINDS.length] ?? ['team', 'teams'];
    const data = JSON.stringify({
      type: this.told % 10 === 0 ? 'created' : 'updated',
      resource_type: type,
      collection: `/api/v1/${collection}`,
      id: `${type}-${this.told % 5_000}`,
      name: `Scripted ${this.told % 5_000}`,
    });
    return `id: ${this.told}\nevent: change\ndata: ${data}\n\n`;
  }

  private answer(asked: IncomingMessage, answer: ServerResponse): void {
    if (asked.url?.startsWith('/api/v1/changes') === true) {
      answer.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      answer.write(`id: ${this.told}\nevent: hello\ndata: {}\n\n`);
      this.current = answer;
      answer.once('close', () => {
        if (this.current === answer) this.current = undefined;
      });
      this.server.emit('stream');
      return;
    }
    const { hostname, port } = this.target;
    const forwarded = request(
      { hostname, port, method: asked.method, path: asked.url, headers: asked.headers },
      (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
      },
    );
    forwarded.on('error', () => answer.destroy());
    answer.on('close', () => forwarded.destroy());
    asked.pipe(forwarded);
  }
}

const KINDS = [
  ['team', 'teams'],
  ['api_key', 'api-keys'],
  ['model', 'models'],
  ['provider', 'providers'],
  ['budget', 'budgets'],
] as const;
