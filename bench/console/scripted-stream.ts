import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Changes that are written at once. */
const CHUNK = 1_000;
/** Parts of a second in which changes are told that are told at a rate. */
const STEPS = 20;
/** What a page reads anew, and nothing in the script tells of: read again, everything told before has been acted on. */
const LAST = '/api/v1/organizations';

/** The admin service, but for its stream of changes, which tells what it is told to. */
export class ScriptedStream {
  /** Changes told so far. */
  told = 0;
  /** How often the stream was begun: more than once for each page, and the page missed some. */
  begun = 0;
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

  /** Tells so many changes as fast as they are read. Resolves when the page has acted on all of them. */
  async tell(count: number): Promise<void> {
    for (let rest = count; rest > 0; rest -= CHUNK) await this.write(Math.min(CHUNK, rest));
    const actedOn = once(this.server, LAST);
    await this.writeText(eventOf(this.told, { type: 'updated', collection: LAST, id: 'last' }));
    await actedOn;
  }

  /** Tells so many changes a second, for so long. */
  async tellPaced(rate: number, seconds: number): Promise<void> {
    const started = performance.now();
    for (let step = 1; step <= seconds * STEPS; step += 1) {
      await this.write(rate / STEPS);
      const dueIn = started + (step * 1000) / STEPS - performance.now();
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueIn)));
    }
  }

  private async write(count: number): Promise<void> {
    let text = '';
    for (let one = 0; one < count; one += 1) text += this.change();
    await this.writeText(text);
  }

  /** Waits for whoever reads, and until they have read enough to be told more. */
  private async writeText(text: string): Promise<void> {
    if (!this.current) await once(this.server, 'stream');
    const { current } = this;
    if (!current || current.write(text)) return;
    const over = new AbortController();
    const { signal } = over;
    await Promise.race([
      once(current, 'drain', { signal }),
      once(current, 'close', { signal }),
    ]).finally(() => over.abort());
  }

  private change(): string {
    this.told += 1;
    const [type, collection] = KINDS[this.told % KINDS.length] ?? ['team', 'teams'];
    const number = this.told % 5_000;
    return eventOf(this.told, {
      type: this.told % 10 === 0 ? 'created' : 'updated',
      resource_type: type,
      collection: `/api/v1/${collection}`,
      id: `${type}-${number}`,
      name: `Scripted ${number}`,
    });
  }

  private answer(asked: IncomingMessage, answer: ServerResponse): void {
    const path = asked.url?.split('?', 1)[0] ?? '';
    if (path === '/api/v1/changes') {
      this.stream(answer);
      return;
    }
    if (path === LAST) this.server.emit(LAST);
    this.forward(asked, answer);
  }

  private stream(answer: ServerResponse): void {
    answer.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    answer.write(`id: ${this.told}\nevent: hello\ndata: {}\n\n`);
    this.begun += 1;
    this.current = answer;
    answer.once('close', () => {
      if (this.current === answer) this.current = undefined;
    });
    this.server.emit('stream');
  }

  private forward(asked: IncomingMessage, answer: ServerResponse): void {
    const { hostname, port, host, origin } = this.target;
    // Sessions are for pages of the service alone, and this is one.
    const own = { host, ...(asked.headers.origin !== undefined && { origin }) };
    const headers = { ...asked.headers, ...own };
    const forwarded = request(
      { hostname, port, method: asked.method, path: asked.url, headers },
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

const eventOf = (id: number, change: Readonly<Record<string, string>>): string =>
  `id: ${id}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`;

const KINDS = [
  ['team', 'teams'],
  ['api_key', 'api-keys'],
  ['model', 'models'],
  ['provider', 'providers'],
  ['budget', 'budgets'],
] as const;
