import type { IncomingMessage } from 'node:http';
import type { AgentEndpoint } from '@aicp/contracts/agents/agent-card';
import type { Call } from '../../calls/call.ts';
import type { CallGuards } from '../../calls/guarding/call-guards.ts';
import { Withheld } from '../../calls/guarding/withheld.ts';
import { requestIdHeader } from '../../http/send-refusal.ts';
import { expectNothing, expectReading } from '../../pipeline/answer/client-writer.ts';
import type { AgentNeeds, AgentRequest } from '../asking/admit.ts';
import { forTenant, type ScopedIds } from '../ids/scoped-ids.ts';
import type { Fields, RpcCall } from '../rpc/read-call.ts';
import { errorResponse, notSpoken, stoppedBy, type RpcError } from '../rpc/rpc-error.ts';
import { callHeaders, extensionsIn } from '../upstream/agent-headers.ts';
import { askAgent } from '../upstream/ask-agent.ts';
import { eventsOf, wholeOf } from '../upstream/answer-bytes.ts';
import { Patience } from '../upstream/patience.ts';
import { badStatus, failureOf, late, uncallable, type Failure } from './failure.ts';
import { isErrorResponse, readResponse } from './read-response.ts';
import { sendRpc } from './send-rpc.ts';

const MIB = 1_048_576;
const DOCUMENT_BYTES = 8 * MIB;
const STREAM_BOUNDS = { event: MIB, all: 64 * MIB };

/** What was read of a request, and what it has taken. */
export interface Asked {
  readonly read: RpcCall;
  readonly params: Fields;
  readonly ids: ScopedIds;
  readonly call: Call;
  /** Undefined where no guardrail acts. */
  readonly guards: CallGuards | undefined;
}

/** One call of an agent: asks it, and answers the client with what comes. Ends the call once, whatever happens. */
export class AgentAnswer {
  private readonly needs: AgentNeeds;
  private readonly on: AgentRequest;
  private readonly asked: Asked;
  private readonly patience: Patience;

  constructor(needs: AgentNeeds, on: AgentRequest, asked: Asked) {
    this.needs = needs;
    this.on = on;
    this.asked = asked;
    const { clock, requestTimeoutMs } = needs.gateway;
    this.patience = new Patience(clock, requestTimeoutMs);
  }

  async run(): Promise<void> {
    using patience = this.patience;
    const { left } = this.on;
    // A client that leaves takes its request to the agent with it.
    left.addEventListener('abort', () => {
      patience[Symbol.dispose]();
    });
    if (left.aborted) {
      this.asked.call.end({ completion: 'client_gone', status: null });
      return;
    }
    try {
      await this.askIt();
    } catch (error) {
      if (error instanceof Withheld) this.withhold(error);
      else this.fail(patience.isLate ? late() : failureOf(error), error);
    }
  }

  private async askIt(): Promise<void> {
    const { cards } = this.needs;
    const { agent } = this.on;
    this.patience.expect(agent.timeoutMs);
    const card = await cards.of(agent);
    if ('why' in card) {
      this.fail(uncallable());
      return;
    }
    const endpoint = card.endpoints[this.asked.read.method.version];
    if (endpoint) await this.passOn(await this.send(endpoint));
    else this.refuseVersion();
  }

  private send({ url, tenant }: AgentEndpoint): Promise<IncomingMessage> {
    const { agent, caller, request } = this.on;
    const { name, method } = this.asked.read;
    const params = forTenant(this.asked.params, method.version, tenant);
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: name, params });
    const sent = { ...method, body, requestId: caller.requestId, headers: request.headers };
    const headers = callHeaders(agent, sent);
    const { engine, guardOf } = this.needs;
    const { signal } = this.patience;
    if (!agent.workflow || !engine) {
      return askAgent(url, { guard: guardOf(agent), headers, body, signal });
    }
    const authorization = `Bearer ${engine.credentialFor(caller.principal)}`;
    return askAgent(url, { ca: engine.ca, headers: { ...headers, authorization }, body, signal });
  }

  private async passOn(answer: IncomingMessage): Promise<void> {
    const { statusCode = 0, headers } = answer;
    const isStream = /^text\/event-stream\b/i.test(headers['content-type'] ?? '');
    if (isStream && statusCode === 200 && this.asked.read.method.isStreamed) {
      await this.stream(answer);
    } else {
      await this.document(answer);
    }
  }

  private async document(answer: IncomingMessage): Promise<void> {
    const { call } = this.asked;
    const text = (await wholeOf(answer, { limit: DOCUMENT_BYTES, take: this.taker() })).toString();
    const { statusCode: status = 0 } = answer;
    if (status !== 200 && !isErrorResponse(text)) {
      this.fail(badStatus(status));
      return;
    }
    const response = await this.read(text);
    if (this.on.left.aborted) return;
    sendRpc(this.on, 200, response, [...call.headers, ...extensionsIn(answer.headers).flat()]);
    call.end({ completion: 'complete', status: 200 });
  }

  /** What the agent said, as the client may have it. The agent is not waited for meanwhile. Throws a Withheld where a guardrail stops it. */
  private async read(text: string): Promise<object> {
    const { read, ids, guards } = this.asked;
    this.patience.rest();
    const response = readResponse(text, read, ids);
    if (!guards) return response;
    const { stop, message } = await guards.answered(response);
    if (stop) throw new Withheld(stop);
    return message;
  }

  /** Memory for an answer, until the client has it. */
  private taker(): (bytes: number) => boolean {
    const { gateway } = this.needs;
    const { caller, response } = this.on;
    const holder = gateway.holders.of(caller.principal);
    let held = 0;
    response.once('close', () => {
      gateway.answerBytes.giveBackFor(holder, held);
      held = 0;
    });
    return (bytes) => {
      if (gateway.answerBytes.takeFor(holder, bytes, held) !== undefined) return false;
      held += bytes;
      return true;
    };
  }

  private async stream(answer: IncomingMessage): Promise<void> {
    const { call } = this.asked;
    const { request, response, agent } = this.on;
    response.writeHead(200, [
      ...['content-type', 'text/event-stream', 'cache-control', 'no-store'],
      ...['x-accel-buffering', 'no', ...requestIdHeader(request), ...call.headers],
      ...extensionsIn(answer.headers).flat(),
    ]);
    this.patience.expect(agent.timeoutMs);
    for await (const data of eventsOf(answer, STREAM_BOUNDS)) {
      await this.write(await this.read(data));
      if (this.on.left.aborted) return;
      this.patience.expect(agent.timeoutMs);
    }
    response.end();
    call.end({ completion: 'complete', status: 200 });
  }

  /** Writes an event, and waits for a client that is slow to read. One that reads nothing is cut. */
  private async write(event: object): Promise<void> {
    const { response, left } = this.on;
    if (left.aborted || response.write(Buffer.from(`data: ${JSON.stringify(event)}\n\n`))) return;
    expectReading(response, this.needs.gateway.clientStallMs);
    await new Promise<void>((resolve) => {
      const goOn = (): void => {
        response.off('drain', goOn);
        response.off('close', goOn);
        resolve();
      };
      response.once('drain', goOn);
      response.once('close', goOn);
    });
    expectNothing(response);
  }

  /** The card has changed since the call began. */
  private refuseVersion(): void {
    const { read, call } = this.asked;
    const { version } = read.method;
    call.end({ completion: 'refused', status: 200 });
    sendRpc(this.on, 200, errorResponse(read.id, notSpoken(version), version), call.headers);
  }

  /** The agent has answered, and the client is told which guardrail keeps it back. The rest of a stream is not read. */
  private withhold({ refusal }: Withheld): void {
    const { response, left } = this.on;
    const { call } = this.asked;
    if (left.aborted) return;
    const { headersSent: hasBegun, statusCode } = response;
    const status = hasBegun ? statusCode : refusal.status;
    call.end({ completion: 'complete', status, withheld: refusal });
    this.tell(refusal.status, stoppedBy(refusal), refusal.headers);
  }

  /** Says what went wrong, as the last event of a stream that has begun. A client that is gone is told nothing. */
  private fail({ status, error }: Failure, cause?: unknown): void {
    const { response, agent, left } = this.on;
    const { read, call } = this.asked;
    if (left.aborted) return;
    const { log } = this.needs.gateway;
    log.warn(
      { agent: agent.id, method: read.name, reason: error.message, err: cause },
      'agent_failed',
    );
    const { headersSent: hasBegun, statusCode } = response;
    call.end({ completion: 'provider_failed', status: hasBegun ? statusCode : status });
    this.tell(status, error);
  }

  private tell(status: number, error: RpcError, headers: readonly string[] = []): void {
    const { read, call } = this.asked;
    const { response } = this.on;
    const told = errorResponse(read.id, error, read.method.version);
    if (response.headersSent) response.end(`data: ${JSON.stringify(told)}\n\n`);
    else sendRpc(this.on, status, told, [...call.headers, ...headers]);
  }
}
