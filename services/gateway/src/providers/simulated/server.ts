import type { IncomingMessage, ServerResponse } from 'node:http';
import { listen } from '@aicp/common/http/listen';
import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import type { Simulation } from '@aicp/contracts/snapshot/sections/catalog';
import { errorBody } from '../../protocols/openai-chat/error-body.ts';
import { newStamp } from './answer.ts';
import { play, ResponseStage } from './playback.ts';
import { isProblem, scanChat } from '../../protocols/openai-chat/chat-scan.ts';
import { planPlain } from './plain-answer.ts';
import type { FormatName } from '../../formats/format.ts';
import { planAnswer, type Plan } from './simulation.ts';

export interface SimulatedServerOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly simulation: Simulation;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log?: Logger;
  /** Hears of each chat request when its body is there. */
  readonly onRequest?: (request: { request: IncomingMessage; body: Buffer }) => void;
}

export interface SimulatedServer {
  readonly port: number;
  /** Cuts what is open. */
  close(): Promise<void>;
}

/** A small provider that speaks OpenAI's API, and lists at `/simulate/requests` which requests reached it. */
export async function startSimulatedServer(
  options: SimulatedServerOptions,
): Promise<SimulatedServer> {
  const provider = new SimulatedServerRoutes(options);
  const listening = await listen((request, response) => {
    provider.handle(request, response);
  }, options);
  return { port: listening.port, close: () => listening.close(0) };
}

class SimulatedServerRoutes {
  private readonly options: SimulatedServerOptions;
  private readonly reached = new RequestLog();

  constructor(options: SimulatedServerOptions) {
    this.options = options;
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const path = (request.url ?? '/').replace(/\?.*$/, '').replace(/^\/v1(?=\/)/, '');
    const route = `${request.method ?? ''} ${path}`;
    if (route === 'POST /chat/completions') this.collect(request, response, chatPlan);
    else if (route === 'POST /embeddings') this.collect(request, response, plainPlan('embeddings'));
    else if (route === 'POST /moderations')
      this.collect(request, response, plainPlan('moderations'));
    else if (route === 'POST /rerank') this.collect(request, response, plainPlan('rerank'));
    else if (route === 'GET /models') sendJson(response, 200, modelList(this.options.clock.now()));
    else if (route === 'GET /simulate/requests')
      sendJson(response, 200, Buffer.from(JSON.stringify(this.reached.toJson())));
    else sendJson(response, 404, notFound(path));
  }

  private collect(request: IncomingMessage, response: ServerResponse, planOf: PlanOf): void {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [first] = chunks;
      const body = first && chunks.length === 1 ? first : Buffer.concat(chunks);
      const count = this.reached.add(request.headers['x-request-id']);
      this.options.onRequest?.({ request, body });
      this.answer(response, planOf(body, count, this.options), count);
    });
  }

  private answer(response: ServerResponse, plan: Plan, count: number): void {
    const { clock, log } = this.options;
    log?.debug({ count, status: plan.status }, 'simulated_request');
    const gone = new AbortController();
    response.on('close', () => {
      gone.abort();
    });
    play(plan, new ResponseStage(response), { clock, signal: gone.signal }).catch(
      (error: unknown) => {
        if (!gone.signal.aborted) log?.error({ err: error }, 'simulated_request_failed');
        response.destroy();
      },
    );
  }
}

/** What becomes of the request number `count` (0 is the first). */
type PlanOf = (body: Buffer, count: number, options: SimulatedServerOptions) => Plan;

const chatPlan: PlanOf = (body, count, { simulation, clock, random }) => {
  const scan = scanChat(body);
  const promptCharacters = isProblem(scan) ? 0 : scan.promptCharacters;
  const asked = { body, promptCharacters };
  return planAnswer(asked, count, simulation, newStamp(clock.now(), random));
};

const plainPlan =
  (format: FormatName): PlanOf =>
  (body, count, { simulation }) =>
    planPlain({ format, body }, count, simulation);

const modelList = (nowMs: number): Buffer =>
  Buffer.from(
    JSON.stringify({
      object: 'list',
      data: [
        {
          id: 'simulated',
          object: 'model',
          created: Math.floor(nowMs / 1000),
          owned_by: 'simulated',
        },
      ],
    }),
  );

const notFound = (path: string): Buffer =>
  errorBody({
    message: `There is nothing at ${path}.`,
    type: 'invalid_request_error',
    param: null,
    code: 'not_found',
  });

function sendJson(response: ServerResponse, status: number, body: Buffer): void {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
}

const LIMIT = 200_000;

/** Which requests reached a provider: the newest of them, in order. */
export class RequestLog {
  private readonly limit: number;
  private readonly ids: (string | null)[] = [];
  private count = 0;

  /** Remembers `limit` of them. */
  constructor(limit = LIMIT) {
    this.limit = limit;
  }

  /** Notes a request by its `x-request-id`; answers how many came before it. */
  add(id: string | string[] | undefined): number {
    this.ids[this.count % this.limit] = (Array.isArray(id) ? id[0] : id) ?? null;
    this.count += 1;
    return this.count - 1;
  }

  toJson(): { count: number; request_ids: (string | null)[] } {
    const oldest = this.count > this.limit ? this.count % this.limit : 0;
    const ids = [...this.ids.slice(oldest), ...this.ids.slice(0, oldest)];
    return { count: this.count, request_ids: ids };
  }
}
