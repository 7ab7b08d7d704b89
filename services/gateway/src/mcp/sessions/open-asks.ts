import { randomUUID } from 'node:crypto';
import type { Answer } from '@aicp/common/mcp/mcp-upstream';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Addressee } from './addressee.ts';

/** What a client says to a question: JSON-RPC's response. */
export interface ClientAnswer {
  readonly id: string | number;
  readonly result?: Answer | undefined;
  readonly error?: { readonly code: number; readonly message: string } | undefined;
}

interface OpenAsk extends Addressee {
  readonly settle: (answer: ClientAnswer) => void;
}

/** Questions that wait at a time: of one principal, and of all. */
const MOST_EACH = 64;
const MOST = 1_000;

/** Questions of servers that wait for the answers of clients of 2025. An answer counts where it comes from the principal, and in the session, that was asked, and names the question. */
export class OpenAsks {
  private readonly open = new Map<string, OpenAsk>();
  private readonly counts = new Map<string, number>();

  /** Questions that wait. */
  get size(): number {
    return this.open.size;
  }

  /**
   * Sends a question, and waits for its answer until the signal says that nobody wants it any more. Rejects with the client's ProtocolError, with one of our own where too
   * many questions wait, and with the signal's reason.
   */
  async ask(
    whom: Addressee,
    signal: AbortSignal,
    send: (id: string) => Promise<void>,
  ): Promise<Answer> {
    signal.throwIfAborted();
    if (this.isFull(whom)) throw new ProtocolError(ProtocolErrorCode.InternalError, TOO_MANY);
    const id = randomUUID();
    const answered = Promise.withResolvers<Answer>();
    const onAbort = (): void => {
      answered.reject(signal.reason);
    };
    const settle = (answer: ClientAnswer): void => {
      const { error, result } = answer;
      if (error) answered.reject(new ProtocolError(error.code, error.message));
      else answered.resolve(result ?? {});
    };
    this.open.set(id, { ...whom, settle });
    this.count(whom, 1);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      const [answer] = await Promise.all([answered.promise, send(id)]);
      return answer;
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.open.delete(id);
      this.count(whom, -1);
    }
  }

  /** Takes an answer. One that nobody waits for, or that somebody else was asked for, counts for nothing. */
  settle({ principal, session }: Addressee, answer: ClientAnswer): void {
    const ask = this.open.get(String(answer.id));
    if (ask?.principal === principal && ask.session === session) ask.settle(answer);
  }

  private isFull({ principal }: Addressee): boolean {
    return this.open.size >= MOST || (this.counts.get(principal) ?? 0) >= MOST_EACH;
  }

  private count({ principal }: Addressee, more: number): void {
    const count = (this.counts.get(principal) ?? 0) + more;
    if (count > 0) this.counts.set(principal, count);
    else this.counts.delete(principal);
  }
}

const TOO_MANY =
  'Too many questions of servers wait for answers. Answer those that wait, or call again later.';
