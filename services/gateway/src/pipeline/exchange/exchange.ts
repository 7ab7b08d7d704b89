import type { ClientRequest, ClientResponse } from '../../client/client.ts';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import type { DecisionStep } from '@aicp/contracts/decision/decision-record';
import type { UsedOfLimits } from '../../limits/taken-limits.ts';
import type { CacheTrail } from '../../cache/cache-trail.ts';
import type { StreamCopy } from '../../cache/stream-copy.ts';
import type { StreamForm } from '../../protocols/stream-form.ts';
import type { RequestGuards } from '../../guardrails/request-guards.ts';
import type { Place } from '../../memory/admission.ts';
import type { Protocol, RequestAddress } from '../../protocols/protocol.ts';
import type { Runtime } from '../../routing/runtime.ts';
import type { Gateway } from './gateway.ts';
import type { RequestTrace } from './trace.ts';

/** Beside its answer. */
type Embedded = Pick<UsedOfLimits, 'tokens' | 'cost' | 'payer'>;

/** The header of a request that only wants to know what would be done. */
export const DRY_RUN = 'x-aicp-dry-run';

/** One request and its response, with all that is known when it arrives. What later stages find out is in the phases. */
export class Exchange {
  /** Of the usage record. */
  readonly id: string;
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Monotonic milliseconds. */
  readonly startedAt: number;
  /** When the request has to be over, with all its attempts. Monotonic milliseconds. */
  readonly mustEndAt: number;
  readonly gateway: Gateway;
  /** What the client speaks. */
  readonly protocol: Protocol;
  /** One snapshot from start to end. */
  readonly runtime: Runtime;
  /** What the request's address says; undefined where its protocol has nothing there. */
  readonly address: RequestAddress | undefined;
  /** How its client reads a stream; undefined: as events. */
  readonly streamForm: StreamForm | undefined;
  readonly request: ClientRequest;
  readonly response: ClientResponse;
  /** Whether the client only wants to know what would be done. */
  readonly isDryRun: boolean;
  /** What the stages did so far, for the decision. */
  readonly steps: DecisionStep[] = [];
  /** Called when the client goes away before its answer is complete. */
  onGone: (() => void) | undefined;
  isGone = false;
  /** What it holds among the requests that are under way; undefined until its key is known. */
  place: Place | undefined;
  /** The guardrails that apply to it; undefined where none does. */
  guards: RequestGuards | undefined;
  /** What the cache has to do with it; undefined: nothing. */
  cache: CacheTrail | undefined;
  /** What a model used to tell which other questions are like it; undefined: none was asked. */
  embedded: Embedded | undefined;
  /** What its client gets of a stream, where that may be kept. */
  copy: StreamCopy | undefined;
  /** What is told of the request; undefined where nobody wants to hear of it. */
  readonly trace: RequestTrace | undefined;

  constructor(options: {
    gateway: Gateway;
    protocol: Protocol;
    runtime: Runtime;
    request: ClientRequest;
    response: ClientResponse;
    address?: RequestAddress | undefined;
  }) {
    const { clock } = options.gateway;
    this.gateway = options.gateway;
    this.protocol = options.protocol;
    this.runtime = options.runtime;
    this.address = options.address;
    this.streamForm = options.protocol.streamForm?.(options.address);
    this.request = options.request;
    this.response = options.response;
    this.at = clock.now();
    this.startedAt = clock.monotonic();
    this.mustEndAt = this.startedAt + options.gateway.requestTimeoutMs;
    this.id = uuidV7(this.at);
    this.requestId = requestIdOf(options.request) ?? this.id;
    this.isDryRun = isDryRun(options.request);
    this.trace = options.gateway.telemetry?.begin(this);
  }

  /** Adds to the decision. */
  note(stage: string, outcome: string, detail?: string): void {
    this.steps.push(detail === undefined ? { stage, outcome } : { stage, outcome, detail });
  }
}

/** Whether a request only wants to know what would be done. */
export function isDryRun({ headers }: ClientRequest): boolean {
  const wish = headers[DRY_RUN];
  return typeof wish === 'string' && wish.toLowerCase() === 'true';
}

const SANE = /^[A-Za-z0-9._:+/=-]{1,128}$/;

/** The client's `x-request-id`, where it is short and holds no odd character. */
export function requestIdOf(request: ClientRequest): string | undefined {
  const id = request.headers['x-request-id'];
  return typeof id === 'string' && SANE.test(id) ? id : undefined;
}

const PASSABLE = /^[\x20-\x7e]{1,1024}$/;

/** The headers of the client that belong to its API and go on with the request; undefined where it sent none. */
export function passedOf({
  request,
  protocol,
}: Pick<Exchange, 'request' | 'protocol'>): Readonly<Record<string, string>> | undefined {
  const { passedHeaders } = protocol;
  if (!passedHeaders) return undefined;
  const sent = passedHeaders.flatMap((name) => {
    const value = request.headers[name];
    return typeof value === 'string' && PASSABLE.test(value) ? [[name, value] as const] : [];
  });
  return sent.length === 0 ? undefined : Object.fromEntries(sent);
}

const TRACEPARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;
const TRACESTATE = /^[\x20-\x7e]{1,512}$/;

/** The trace headers to pass on, as lines, each with its end; none where there is no valid traceparent. */
export function traceOf({ headers }: ClientRequest): string {
  const { traceparent, tracestate } = headers;
  if (typeof traceparent !== 'string' || !TRACEPARENT.test(traceparent)) return '';
  const parent = `traceparent: ${traceparent}\r\n`;
  return typeof tracestate === 'string' && TRACESTATE.test(tracestate)
    ? `${parent}tracestate: ${tracestate}\r\n`
    : parent;
}
