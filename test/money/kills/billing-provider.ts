import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { NO_TOKENS, type TokenBuckets } from '@aicp/contracts/usage/usage-record';
import {
  attemptPlanOf,
  PIECE,
  type AttemptPlan,
  type Fate,
  type ModelId,
  type ProviderId,
} from './plan.ts';

/** What the provider's books say of one attempt. */
export interface Entry {
  readonly provider: ProviderId;
  readonly model: ModelId;
  readonly fate: Fate;
  /** What it charges for: nothing of what it failed to begin. */
  billed: TokenBuckets;
  /** Whether it told this with the answer. */
  isTold: boolean;
}

/** What an answer is made of, as requests ask for it. */
interface Asked {
  readonly model: ModelId;
  readonly stream: boolean;
  readonly messages: readonly { readonly content: string }[];
}

/**
 * Two providers of models at one address. They are never killed, and keep books: of each request, by its id, what each attempt that reached them was charged
 * for. What they charge is worked out here and nowhere else.
 */
export class BillingProvider implements AsyncDisposable {
  readonly books = new Map<string, Entry[]>();
  private readonly seed: number;
  private readonly server = createServer((request, response) => {
    void this.take(request, response);
  });

  constructor(seed: number) {
    this.seed = seed;
    // Who closes what idles races with the next request on it; here only what the plan says is to go wrong.
    this.server.keepAliveTimeout = 600_000;
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  addressOf(provider: ProviderId): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/${provider}/v1`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      // It was never asked: half a request is none.
      return;
    }
    const asked = JSON.parse(Buffer.concat(chunks).toString()) as Asked;
    const provider = request.url?.startsWith('/one/') ? 'one' : 'two';
    const id = String(request.headers['x-request-id']);
    const entries = this.books.get(id) ?? [];
    this.books.set(id, entries);
    const plan = attemptPlanOf(this.seed, id, entries.length + 1);
    const entry: Entry = {
      ...{ provider, model: asked.model, fate: plan.fate },
      ...{ billed: NO_TOKENS, isTold: false },
    };
    entries.push(entry);
    await new Answer({ asked, plan, entry, response }).send();
  }
}

/** One attempt, and its entry while it goes on. */
class Answer {
  private readonly asked: Asked;
  private readonly plan: AttemptPlan;
  private readonly entry: Entry;
  private readonly response: ServerResponse;

  constructor(parts: { asked: Asked; plan: AttemptPlan; entry: Entry; response: ServerResponse }) {
    this.asked = parts.asked;
    this.plan = parts.plan;
    this.entry = parts.entry;
    this.response = parts.response;
  }

  async send(): Promise<void> {
    const { plan, response, asked } = this;
    switch (plan.fate) {
      case 'fails': {
        this.error(500);
        return;
      }
      case 'is busy': {
        this.error(429, { 'retry-after-ms': '20' });
        return;
      }
      case 'refuses': {
        this.error(400);
        return;
      }
      case 'cuts':
        response.destroy();
        return;
      case 'hangs':
        return;
      case 'answers':
      case 'counts nothing':
      case 'breaks':
        await (asked.stream ? this.stream() : this.document());
    }
  }

  private error(status: number, headers: Record<string, string> = {}): void {
    this.response.writeHead(status, { 'content-type': 'application/json', ...headers });
    this.response.end(JSON.stringify({ error: { message: `no: ${status}`, type: 'planned' } }));
  }

  /** Charged for as a whole, also where nobody waits for it any more; of one that breaks off, what was sent. */
  private async document(): Promise<void> {
    const { plan, response } = this;
    await sleep(plan.pauseMs * 4);
    if (plan.fate !== 'breaks') this.charge(plan.pieces);
    if (response.destroyed) return;
    const content = PIECE.repeat(plan.pieces);
    const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
    const text = JSON.stringify({ ...this.about('chat.completion'), choices, ...this.told() });
    const headers = { 'content-type': 'application/json', 'content-length': text.length };
    response.writeHead(200, headers);
    if (plan.fate === 'breaks') {
      const half = Math.floor(text.length / 2);
      this.charge(Math.max(0, half - text.indexOf(content)) / PIECE.length);
      response.write(text.slice(0, half), () => response.destroy());
      return;
    }
    this.entry.isTold = plan.fate === 'answers';
    response.end(text);
  }

  /** Piece by piece; what was sent is charged for, however it ends. */
  private async stream(): Promise<void> {
    const { plan, response, entry } = this;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    this.charge(0);
    const last = plan.fate === 'breaks' ? Math.ceil(plan.pieces / 2) : plan.pieces;
    for (let piece = 1; piece <= last; piece += 1) {
      await sleep(plan.pauseMs);
      if (response.destroyed) return;
      this.event({ choices: [{ index: 0, delta: { content: PIECE }, finish_reason: null }] });
      this.charge(piece);
    }
    if (plan.fate === 'breaks') {
      await sleep(plan.pauseMs);
      response.destroy();
      return;
    }
    this.event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
    if (plan.fate === 'answers') this.event({ choices: [], ...this.told() });
    entry.isTold = plan.fate === 'answers';
    response.end('data: [DONE]\n\n');
  }

  private event(more: object): void {
    this.response.write(
      `data: ${JSON.stringify({ ...this.about('chat.completion.chunk'), ...more })}\n\n`,
    );
  }

  private about(object: string): object {
    return { id: 'chatcmpl-1', object, created: 1_760_000_000, model: this.asked.model };
  }

  /** Enters the prompt and so many pieces of the answer. */
  private charge(pieces: number): void {
    this.entry.billed = this.tokensOf(pieces);
  }

  private tokensOf(pieces: number): TokenBuckets {
    const { charactersAToken, cachedShare, reasoning } = this.plan;
    const asked = this.asked.messages.reduce((sum, { content }) => sum + content.length, 0);
    const prompt = Math.ceil(asked / charactersAToken);
    const cached = Math.floor(prompt * cachedShare);
    return {
      ...NO_TOKENS,
      input: prompt - cached,
      cached_input: cached,
      output: Math.ceil((pieces * PIECE.length) / charactersAToken),
      reasoning: pieces === 0 ? 0 : reasoning,
    };
  }

  /** The whole answer's tokens as OpenAI writes them; nothing where it does not tell. */
  private told(): object {
    if (this.plan.fate !== 'answers') return {};
    const { input, cached_input, output, reasoning } = this.tokensOf(this.plan.pieces);
    const [prompt, completion] = [input + cached_input, output + reasoning];
    return {
      usage: {
        prompt_tokens: prompt,
        completion_tokens: completion,
        total_tokens: prompt + completion,
        prompt_tokens_details: { cached_tokens: cached_input },
        completion_tokens_details: { reasoning_tokens: reasoning },
      },
    };
  }
}
