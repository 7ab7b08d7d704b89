import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Times of answers, in milliseconds. */
export interface Latency {
  readonly p50: number;
  readonly p99: number;
}

export interface PacedLoad {
  readonly port: number;
  readonly perSecond: number;
  readonly ms: number;
  readonly connections: number;
  readonly requests: readonly Buffer[];
  /** What every answer has to have; absent: 200. */
  readonly status?: number;
}

/**
 * How long answers take at a steady rate. A request is sent when it is due, on a connection that is free, and its time begins when it was due:
 * a server that stalls is charged for all that waited. Rejects where an answer has another status, or where all connections are busy.
 */
export async function latencyOf(load: PacedLoad): Promise<Latency> {
  const idle = await Promise.all(Array.from({ length: load.connections }, () => Line.open(load)));
  const all = [...idle];
  const times: number[] = [];
  const running: Promise<void>[] = [];
  const begun = performance.now();
  const count = Math.round((load.ms / 1000) * load.perSecond);
  for (let index = 0; index < count; index += 1) {
    const dueAt = begun + (index * 1000) / load.perSecond;
    while (performance.now() < dueAt) await sleep(0);
    const line = idle.pop();
    if (!line) throw new Error(`${load.connections} connections are not enough`);
    const request = load.requests[index % load.requests.length] ?? Buffer.alloc(0);
    const answered = async (): Promise<void> => {
      await line.ask(request);
      times.push(performance.now() - dueAt);
      idle.push(line);
    };
    const one = answered();
    // Where this ends before all of them are awaited, nobody hears of it.
    one.catch(() => undefined);
    running.push(one);
  }
  await Promise.all(running);
  for (const line of all) line.close();
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

/** One connection, for answers whose head says how long they are. */
class Line {
  private readonly socket;
  private got = Buffer.alloc(0);
  private waiting: PromiseWithResolvers<void> | undefined;
  private readonly statusLine: string;

  private constructor({ port, status = 200 }: Pick<PacedLoad, 'port' | 'status'>) {
    this.statusLine = `HTTP/1.1 ${status}`;
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.socket.on('data', (chunk) => {
      this.read(chunk);
    });
    this.socket.on('error', (error) => this.waiting?.reject(error));
  }

  static async open(load: Pick<PacedLoad, 'port' | 'status'>): Promise<Line> {
    const line = new Line(load);
    await new Promise((resolve) => line.socket.once('connect', resolve));
    return line;
  }

  ask(request: Buffer): Promise<void> {
    this.got = Buffer.alloc(0);
    this.waiting = Promise.withResolvers();
    this.socket.write(request);
    return this.waiting.promise;
  }

  close(): void {
    this.socket.destroy();
  }

  private read(chunk: Buffer): void {
    this.got = Buffer.concat([this.got, chunk]);
    const end = this.got.indexOf('\r\n\r\n');
    if (end === -1) return;
    const head = this.got.toString('latin1', 0, end);
    if (!head.startsWith(this.statusLine)) this.waiting?.reject(new Error(head));
    const length = Number(/^content-length: ([0-9]+)$/im.exec(head)?.[1]);
    const isWhole = Number.isNaN(length)
      ? this.got.subarray(-5).equals(LAST_CHUNK)
      : this.got.length === end + 4 + length;
    if (isWhole) this.waiting?.resolve();
  }
}

const LAST_CHUNK = Buffer.from('0\r\n\r\n');
