import type { GatewayPart } from '../kills/parts.ts';
import { TOKENS } from './counting-provider.ts';

/** How a request fared: at which gateway, and with which status; 'cut' where there was no whole answer. */
export interface Fared {
  readonly gateway: string;
  readonly status: number | 'cut';
}

/** Clients that ask each gateway in turn, as often as they are answered. */
export class Racers {
  /** By the id of the request. */
  readonly fared = new Map<string, Fared>();
  private readonly clients: number;
  private readonly gateways: () => readonly GatewayPart[];
  private begun = 0;

  /** `gateways`: those there are, of which some may not run. */
  constructor(options: { clients: number; gateways: () => readonly GatewayPart[] }) {
    this.clients = options.clients;
    this.gateways = options.gateways;
  }

  /** Each client asks until all gateways that run have refused it one after another. */
  async round(clients = this.clients): Promise<void> {
    await Promise.all(Array.from({ length: clients }, (_, index) => this.client(index)));
  }

  /** So many requests at this gateway at once. */
  async askAll(gateway: GatewayPart, requests: number): Promise<void> {
    await Promise.all(Array.from({ length: requests }, () => this.ask(gateway)));
  }

  /** How many requests fared so. */
  count(status: Fared['status'], gateway?: string): number {
    return [...this.fared.values()].filter(
      (one) => one.status === status && (gateway ?? one.gateway) === one.gateway,
    ).length;
  }

  private async client(first: number): Promise<void> {
    let refusals = 0;
    for (let turn = first; ; turn += 1) {
      const running = this.gateways().filter((gateway) => gateway.running);
      if (refusals >= running.length) return;
      const gateway = running[turn % running.length];
      if (!gateway) return;
      const status = await this.ask(gateway);
      refusals = status === 429 ? refusals + 1 : 0;
    }
  }

  private async ask(gateway: GatewayPart): Promise<Fared['status']> {
    this.begun += 1;
    const id = `request-${this.begun}`;
    const { name, running } = gateway;
    const status = await send(`http://127.0.0.1:${running?.port ?? 0}`, id);
    this.fared.set(id, { gateway: name, status });
    return status;
  }
}

async function send(url: string, id: string): Promise<Fared['status']> {
  try {
    const response = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-alice', 'x-request-id': id },
      body: JSON.stringify({
        model: 'small',
        messages: [{ role: 'user', content: 'hi' }],
        max_tokens: TOKENS,
      }),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 'cut';
  }
}
