import type { Answer } from '@aicp/common/mcp/mcp-upstream';
import type { Asker, Question } from '@aicp/common/mcp/upstream-client';
import {
  LOG_LEVEL_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  type JSONRPCMessage,
  type ServerContext,
  type Transport,
} from '@modelcontextprotocol/server';
import type { ClientSession } from './client-session.ts';
import type { Unanswered } from './batches.ts';
import { isAtLeast } from './log-levels.ts';
import type { Addressee } from './addressee.ts';
import type { Sessions } from './sessions.ts';

/** One request of a client, and how it is spoken to while its answer is made. */
export interface LinkOptions {
  readonly sessions: Sessions;
  readonly context: ServerContext;
  /** What the request came by; undefined: it has gone. */
  readonly transport: Transport | undefined;
  /** Of a client of 2025; undefined: it has none, or needs none. */
  readonly session: ClientSession | undefined;
  readonly principal: string;
  /** Those of its batch that get no answer; undefined: it came alone. */
  readonly unanswered: Unanswered | undefined;
  /** Whether it speaks a version before 2026-07-28. */
  readonly isOld: boolean;
}

/** What guardrails make of what client and server say to each other while a call is answered. Rejects with a ProtocolError where it may not go on. */
export interface Talk {
  toClient<T>(message: T): Promise<T>;
  toServer<T>(message: T): Promise<T>;
}

/** How often a server may want to know something before it answers. */
const MOST_ROUNDS = 8;

/** A client, while one of its requests is answered: what it can be asked, and what it wants to hear. */
export class ClientLink {
  private readonly options: LinkOptions;
  /** Aborted with the end of the call. */
  private readonly ending = new AbortController();
  /** What the server wants to know now. */
  private readonly asking = new Set<Promise<Answer>>();
  /** What the client is being told: guardrails look at it first. */
  private readonly telling = new Set<Promise<void>>();
  /** Undefined where no guardrail acts. */
  talk: Talk | undefined;

  constructor(options: LinkOptions) {
    this.options = options;
  }

  /** The least level of messages of a server's log that it wants; undefined: it has not said. */
  get logLevel(): string | undefined {
    const { sessions, context, isOld } = this.options;
    if (isOld) return this.whom && sessions.levels.of(this.whom);
    const said = ({ ...context.mcpReq.envelope } as Answer)[LOG_LEVEL_META_KEY];
    return typeof said === 'string' ? said : undefined;
  }

  /** Takes the level that a client of 2025 says. Without a session, nothing is kept of it. */
  setLogLevel(level: string): void {
    if (this.whom) this.options.sessions.levels.set(this.whom, level);
  }

  /** Passes a message of a server's log on, where it is wanted: a client of 2025 that says nothing wants all, one of now none. */
  readonly onLog = (message: Answer): void => {
    const { context, isOld } = this.options;
    const least = this.logLevel ?? (isOld ? 'debug' : undefined);
    if (least === undefined || !isAtLeast(message['level'], least)) return;
    this.tell(message, async (params) => {
      await context.mcpReq.notify({ method: 'notifications/message', params });
    });
  };

  /** Tells the client something beside the answer, as guardrails let it go on; nothing where they do not. Whoever has gone hears of nothing. */
  tell(message: Answer, notify: (message: Answer) => Promise<void>): void {
    const telling = (this.talk ? this.talk.toClient(message).then(notify) : notify(message))
      .catch(() => undefined)
      .finally(() => this.telling.delete(telling));
    this.telling.add(telling);
  }

  /** The client as servers can ask it in the middle of a call; undefined: it cannot be asked. */
  get asker(): Asker | undefined {
    const { session, isOld } = this.options;
    if (!session || !isOld) return undefined;
    return {
      capabilities: session.capabilities,
      answer: async (question, signal) => {
        const asking = this.answer(question, signal);
        this.asking.add(asking);
        return await asking.finally(() => this.asking.delete(asking));
      },
    };
  }

  /** Runs the call, which the client may cancel by another request. What was asked meanwhile ends with it. */
  async run<T>(call: (over: AbortSignal) => Promise<T>): Promise<T> {
    const { sessions, context } = this.options;
    const { id, signal } = context.mcpReq;
    try {
      if (!this.whom) return await this.told(call(signal));
      return await sessions.calls.run(this.whom, id, async (cancelled) => {
        try {
          return await this.told(call(AbortSignal.any([signal, cancelled])));
        } finally {
          if (cancelled.aborted) await this.endUnanswered();
        }
      });
    } finally {
      this.ending.abort(new Error('The call is over.'));
    }
  }

  /**
   * Asks a client of 2025 what a server of now wants to know before it answers (`input_required`), and the server again, until it answers. `ask`: asks it with what is added
   * to the parameters.
   */
  async answered(ask: (more: Answer) => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
    let answer = await ask({});
    if (!this.options.isOld) return answer;
    for (let round = 0; answer['resultType'] === 'input_required'; round += 1) {
      if (round === MOST_ROUNDS) throw refusal('The server asks again and again.');
      const { inputRequests, requestState } = answer;
      const wanted = Object.entries((inputRequests ?? {}) as Record<string, Question>);
      const inputResponses: Answer = {};
      // One after the other: people answer one question at a time.
      for (const [name, question] of wanted) {
        inputResponses[name] = await this.answer(question, signal);
      }
      answer = await ask({
        ...(wanted.length === 0 ? {} : { inputResponses }),
        ...(requestState === undefined ? {} : { requestState }),
      });
    }
    return answer;
  }

  /** An answer comes behind what was told before it. */
  private async told<T>(answer: Promise<T>): Promise<T> {
    const result = await answer;
    await Promise.all(this.telling);
    return result;
  }

  private get whom(): Addressee | undefined {
    const { session, principal } = this.options;
    return session && { principal, session: session.id };
  }

  private async answer(question: Question, signal: AbortSignal): Promise<Answer> {
    const { sessions, session, context } = this.options;
    const { whom, talk } = this;
    if (!session || !whom) throw refusal(NO_SESSION);
    if (!canBeAsked(question.method, session)) throw refusal(`${CANNOT} (${question.method}).`);
    const asked = talk ? await talk.toClient(question) : question;
    let sent: string | undefined;
    const over = AbortSignal.any([signal, context.mcpReq.signal, this.ending.signal]);
    try {
      const said = await sessions.asks.ask(whom, over, async (id) => {
        await this.send({ jsonrpc: '2.0', id, ...asked });
        sent = id;
      });
      return talk ? await talk.toServer(said) : said;
    } catch (error) {
      if (over.aborted && sent !== undefined) await this.takeBack(sent);
      throw error;
    }
  }

  /** Ends the answer to a request that its client has cancelled, after what was asked meanwhile is taken back: nothing more comes but what answers others of its batch. */
  private async endUnanswered(): Promise<void> {
    this.ending.abort(new Error('The client has cancelled the call.'));
    await Promise.allSettled(this.asking);
    const { unanswered, transport, context } = this.options;
    if (unanswered) unanswered.add(context.mcpReq.id);
    else await transport?.close();
  }

  /** Nobody wants the answer to a question any more. */
  private async takeBack(requestId: string): Promise<void> {
    const method = 'notifications/cancelled';
    // Whoever has gone hears of nothing.
    await this.send({ jsonrpc: '2.0', method, params: { requestId } }).catch(() => undefined);
  }

  private async send(message: object): Promise<void> {
    const { transport, context } = this.options;
    const relatedRequestId = context.mcpReq.id;
    await transport?.send(message as JSONRPCMessage, { relatedRequestId });
  }
}

/** What each question asks of a client. */
function canBeAsked(method: string, { capabilities }: ClientSession): boolean {
  if (method === 'elicitation/create') return capabilities.elicitation !== undefined;
  if (method === 'sampling/createMessage') return capabilities.sampling !== undefined;
  return method === 'roots/list' && capabilities.roots !== undefined;
}

const NO_SESSION =
  'The server wants to know something of the client before it answers, and this client has no session in which it could be asked. Send the id of the session that "initialize" was answered with.';
const CANNOT = 'The server wants to know something that this client cannot be asked';

const refusal = (message: string): ProtocolError =>
  new ProtocolError(ProtocolErrorCode.InvalidRequest, message);
