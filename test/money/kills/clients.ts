import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { planOf, type RequestPlan } from './plan.ts';

/**
 * How a request ended for its client: with a whole answer, of which the status is told; because the client left; or cut off, since something died. One that
 * never came to a gateway is none.
 */
export type Fared = { readonly status: number } | 'left' | 'cut';

export interface TrafficOptions {
  readonly seed: number;
  /** So many beside those that are refused. */
  readonly requests: number;
  readonly clients: number;
  /** The ports of the gateways that run. */
  readonly ports: () => readonly number[];
  /** Hears how many requests are over, without those that were refused. */
  readonly onOver: (over: number) => void;
}

/** How long a client waits where no gateway takes its request, and before its next one where a gateway refuses it. */
const WAIT_MS = 50;
/** What a gateway answers that knows of no money left, since all who could tell it are away. */
const REFUSED = 429;

/** Clients that ask without pause, each at the gateways in turn. */
export class Traffic {
  readonly fared = new Map<string, Fared>();
  private readonly options: TrafficOptions;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  private begun = 0;
  private over = 0;

  constructor(options: TrafficOptions) {
    this.options = options;
  }

  async run(): Promise<void> {
    const { clients } = this.options;
    await Promise.all(Array.from({ length: clients }, (_, index) => this.client(index)));
    this.agent.destroy();
  }

  private async client(index: number): Promise<void> {
    const { requests, seed, onOver } = this.options;
    for (let turn = index; this.over < requests; turn += 1) {
      this.begun += 1;
      const plan = planOf(seed, this.begun);
      const fared = await this.ask(plan, turn);
      this.fared.set(plan.id, fared);
      if (typeof fared === 'object' && fared.status === REFUSED) await sleep(WAIT_MS);
      else this.over += 1;
      onOver(this.over);
    }
  }

  /** Sends it, to the next gateway where one takes no connection. */
  private async ask(plan: RequestPlan, first: number): Promise<Fared> {
    for (let turn = first; ; turn += 1) {
      const ports = this.options.ports();
      const port = ports[turn % ports.length];
      const fared = port === undefined ? 'refused' : await this.send(plan, port);
      if (fared !== 'refused') return fared;
      await sleep(WAIT_MS);
    }
  }

  private send(plan: RequestPlan, port: number): Promise<Fared | 'refused'> {
    const { agent } = this;
    const { promise, resolve } = Promise.withResolvers<Fared | 'refused'>();
    const body = bodyOf(plan);
    const headers = {
      authorization: `Bearer sk-${plan.key}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'x-request-id': plan.id,
    };
    const about = { host: '127.0.0.1', port, path: '/v1/chat/completions', method: 'POST' };
    const sent = request({ ...about, headers, agent }, (answer) => {
      read(answer, { plan, leave, resolve });
    });
    const leave = (): void => {
      resolve('left');
      sent.destroy();
    };
    if (plan.leaves && 'ms' in plan.leaves) {
      const timer = setTimeout(leave, plan.leaves.ms);
      void promise.then(() => {
        clearTimeout(timer);
      });
    }
    sent.on('error', (error) => {
      resolve(isRefused(error) ? 'refused' : 'cut');
    });
    sent.end(body);
    return promise;
  }
}

const isRefused = (error: NodeJS.ErrnoException): boolean => error.code === 'ECONNREFUSED';

const bodyOf = ({ model, prompt, isStream, maxTokens }: RequestPlan): string =>
  JSON.stringify({
    model,
    messages: [{ role: 'user', content: prompt }],
    ...(isStream ? { stream: true } : {}),
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
  });

function read(
  answer: IncomingMessage,
  options: { plan: RequestPlan; leave: () => void; resolve: (fared: Fared) => void },
): void {
  const { plan, leave, resolve } = options;
  let left = plan.leaves && 'pieces' in plan.leaves ? plan.leaves.pieces : Infinity;
  answer.on('data', () => {
    left -= 1;
    if (left <= 0) leave();
  });
  answer.on('end', () => {
    resolve({ status: answer.statusCode ?? 0 });
  });
  answer.on('error', () => {
    resolve('cut');
  });
}
