import {
  answerJson,
  completion,
  startScriptedProvider,
  type ScriptedProvider,
} from '@aicp/gateway/testing/scripted-provider';
import { hashText } from '@aicp/gateway/providers/simulated/seeded-random';

/** Tokens of each answer, as many as its request allows. */
export const TOKENS = 16;
const USAGE = { prompt_tokens: 1, completion_tokens: TOKENS, total_tokens: TOKENS + 1 };

/** One request in the provider's books: it is charged for from the moment it comes, whoever waits for the answer. */
export interface Entry {
  /** By the steady clock, ms. */
  readonly cameAt: number;
  /** Undefined while it is under way. */
  answeredAt: number | undefined;
}

/** A provider that all charges cost the same, and that keeps books by the ids of requests. */
export class CountingProvider implements AsyncDisposable {
  readonly books = new Map<string, Entry>();
  /** Hears how many requests were charged. */
  onCharge: (charged: number) => void = () => undefined;
  private readonly server: ScriptedProvider;

  private constructor(server: ScriptedProvider) {
    this.server = server;
  }

  /** It takes `latencyMs` for an answer, give or take half of it. */
  static async start(latencyMs: number): Promise<CountingProvider> {
    const server = await startScriptedProvider((response, { headers }) => {
      const id = String(headers['x-request-id']);
      const entry: Entry = { cameAt: performance.now(), answeredAt: undefined };
      if (provider.books.has(id)) throw new Error(`${id} came twice`);
      provider.books.set(id, entry);
      provider.onCharge(provider.books.size);
      const ms = latencyMs * (0.5 + (hashText(id, 0) % 1000) / 1000);
      setTimeout(() => {
        entry.answeredAt = performance.now();
        answerJson(response, completion('all of it', USAGE));
      }, ms);
    });
    const provider = new CountingProvider(server);
    return provider;
  }

  get url(): string {
    return this.server.url;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
  }
}
