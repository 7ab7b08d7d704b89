import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that came. */
export interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A webhook on this machine: keeps what is sent to it, and answers as it is told. */
export class Receiver {
  readonly received: Received[] = [];
  /** The status that it answers from now on. */
  status = 204;
  private readonly server: Server;

  private constructor(server: Server) {
    this.server = server;
  }

  /** One that listens already. */
  static async listening(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on('request', (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const headers = request.headers as Record<string, string>;
        receiver.received.push({ headers, body: Buffer.concat(parts).toString() });
        response.writeHead(receiver.status).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  /** What came of a type of event. */
  ofType(type: string): readonly Received[] {
    return this.received.filter(
      ({ body }) => (JSON.parse(body) as { readonly type?: string }).type === type,
    );
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}

/** Whether a request carries the signature by a secret (`whsec_…`), by Standard Webhooks. */
export function isSignedBy({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const signature = createHmac('sha256', key).update(signed).digest('base64');
  return headers['webhook-signature']?.split(' ').includes(`v1,${signature}`) === true;
}
