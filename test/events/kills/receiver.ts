import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { SECRETS } from './settings.ts';

/** One event, as a receiver read it. */
export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly data: unknown;
}

/** A request that was signed as it has to be. */
export interface Received {
  readonly webhookId: string;
  readonly body: string;
  /** Those of a digest, or the one. */
  readonly events: readonly ReceivedEvent[];
  readonly isDigest: boolean;
  /** It answered 2xx, as far as it knows. */
  readonly isTaken: boolean;
}

export interface ReceiverOptions {
  /** [0, 1). */
  readonly random: () => number;
  /** Of requests; the ways to fail share it. */
  readonly failing: number;
  readonly onTaken: () => void;
  /** All that sign what it is sent. */
  readonly secrets?: readonly string[];
  /** How far the sender's clock is ahead of this machine's, ms; without it, they are the same. */
  readonly aheadMs?: () => number;
}

/** What failing receivers do. */
const WAYS: readonly ((response: ServerResponse) => void)[] = [
  (response) => response.writeHead(500).end(),
  (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
  (response) => response.writeHead(503, { 'retry-after': '0' }).end('busy'),
  (response) => response.writeHead(429).end(),
  // It goes away without a word.
  (response) => response.destroy(),
  // It never answers.
  () => undefined,
];

/** Takes webhooks, checks each with the verifier of Standard Webhooks, and fails at random after it has read them. */
export class Receiver implements AsyncDisposable {
  readonly requests: Received[] = [];
  /** What is wrong with requests, in words. */
  readonly faults: string[] = [];
  private readonly server: Server;
  private readonly options: ReceiverOptions;

  constructor(options: ReceiverOptions) {
    this.options = options;
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        this.take(
          Buffer.concat(chunks).toString(),
          request.headers as Record<string, string>,
          response,
        );
      });
    });
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  /** What it took, each event once, in the order in which it took them first. */
  get taken(): ReadonlyMap<string, ReceivedEvent> {
    const taken = new Map<string, ReceivedEvent>();
    for (const { isTaken, events } of this.requests) {
      if (!isTaken) continue;
      for (const event of events) if (!taken.has(event.id)) taken.set(event.id, event);
    }
    return taken;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private take(body: string, headers: Record<string, string>, response: ServerResponse): void {
    const { random, failing, onTaken, secrets = SECRETS, aheadMs } = this.options;
    let event: ReceivedEvent;
    try {
      for (const secret of secrets) verify(secret, { body, headers, aheadMs: aheadMs?.() ?? 0 });
      event = JSON.parse(body) as ReceivedEvent;
    } catch (error) {
      this.faults.push(String(error));
      response.writeHead(400).end();
      return;
    }
    const isDigest = event.type === 'events.digest';
    const events = isDigest ? (event.data as { events: ReceivedEvent[] }).events : [event];
    const isTaken = random() >= failing;
    const webhookId = headers['webhook-id'] ?? '';
    this.requests.push({ webhookId, body, events, isDigest, isTaken });
    if (isTaken) {
      response.writeHead(204).end();
      onTaken();
    } else WAYS[Math.floor(random() * WAYS.length)]?.(response);
  }
}

/** As far as a sender may be off, ms: as the verifier of Standard Webhooks has it. */
const TOLERANCE_MS = 300_000;

/** Throws where a signature is wrong, or too old or too new. The library's own verifier goes by the clock of this machine. */
function verify(
  secret: string,
  { body, headers, aheadMs }: { body: string; headers: Record<string, string>; aheadMs: number },
): void {
  const webhook = new Webhook(secret);
  if (aheadMs === 0) {
    webhook.verify(body, headers);
    return;
  }
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  const signature = webhook.sign(headers['webhook-id'] ?? '', at, body);
  if (!headers['webhook-signature']?.split(' ').includes(signature)) {
    throw new Error('the signature is wrong');
  }
  if (Math.abs(at.getTime() - aheadMs - Date.now()) > TOLERANCE_MS) {
    throw new Error(`the signature is not of now, but of ${at.toISOString()}`);
  }
}
