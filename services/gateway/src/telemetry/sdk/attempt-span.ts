import {
  type Attributes,
  type Context,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { AttemptTrace } from '../../health/attempt-trace.ts';
import type { Answer, AttemptTarget } from '../../pipeline/exchange/trace.ts';
import { inputOf, outputOf } from '@aicp/contracts/usage/token-totals';
import type { Telling } from './telling.ts';

/** One attempt at a provider: a client span, and what it adds to the metrics. One that may be the last stays open until its usage is known. */
export class AttemptSpan implements AttemptTrace {
  readonly headers: string | undefined;
  private readonly telling: Telling;
  private readonly span: Span | undefined;
  private readonly attributes: Attributes;
  private readonly isStream: boolean;
  private readonly startedAt: number;
  /** Whether nothing more is told of it. */
  isEnded = false;
  /** Whether its answer is the request's. */
  hasAnswered = false;
  private endedAt: number | undefined;
  private error: string | undefined;

  constructor(target: AttemptTarget, telling: Telling, parent: Context) {
    const { model, routed } = target;
    this.telling = telling;
    this.isStream = routed.input.stream;
    this.attributes = attributesOf(target);
    this.startedAt = telling.now();
    this.span = telling.tracer?.startSpan(
      `chat ${model.upstreamModel}`,
      {
        kind: SpanKind.CLIENT,
        startTime: telling.timeOf(this.startedAt),
        attributes: { ...this.attributes, ...detailsOf(target) },
      },
      parent,
    );
    this.headers = this.span && headersOf(this.span);
  }

  answered(status: number): void {
    this.span?.setAttribute('http.response.status_code', status);
  }

  over(how: 'answered' | 'cancelled' | 'broken'): void {
    if (this.endedAt !== undefined) return;
    this.endedAt = this.telling.now();
    this.hasAnswered = how !== 'cancelled';
    if (how !== 'answered') this.error = how;
  }

  failed(kind: string): void {
    if (this.endedAt !== undefined) return;
    this.endedAt = this.telling.now();
    this.error = kind;
    this.end(undefined);
  }

  /** Ends it; `answer` is the request's, where it was this attempt that brought it. */
  end(answer: Answer | undefined): void {
    const { span, error, attributes, endedAt = this.telling.now() } = this;
    this.isEnded = true;
    if (answer) this.tell(answer);
    this.telling.metrics?.lasted(endedAt - this.startedAt, attributes, error);
    if (!span) return;
    if (error !== undefined) {
      span.setAttribute('error.type', error);
      // A client that left is nobody's error.
      if (error !== 'cancelled') span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end(this.telling.timeOf(endedAt));
  }

  private tell({ tokens, firstByteAt, responseModel }: Answer): void {
    const { metrics } = this.telling;
    const said: Attributes = { 'gen_ai.response.model': responseModel };
    if (tokens) {
      metrics?.used(tokens, this.attributes);
      said['gen_ai.usage.input_tokens'] = inputOf(tokens);
      said['gen_ai.usage.output_tokens'] = outputOf(tokens);
    }
    if (this.isStream && firstByteAt !== undefined) {
      const ms = firstByteAt - this.startedAt;
      metrics?.began(ms, this.attributes);
      said['gen_ai.response.time_to_first_chunk'] = ms / 1000;
    }
    this.span?.setAttributes(said);
  }
}

/** What metrics are told by: configured names alone. */
function attributesOf({ model }: AttemptTarget): Attributes {
  const { type, address } = model.provider;
  const attributes: Attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': type,
    'gen_ai.request.model': model.upstreamModel,
  };
  if (address) {
    attributes['server.address'] = address.host;
    attributes['server.port'] = address.port;
  }
  return attributes;
}

function detailsOf({ model, routed, number }: AttemptTarget): Attributes {
  const { key, team, organization } = routed.principal;
  return {
    'gen_ai.request.stream': routed.input.stream,
    'aicp.model': model.id,
    'aicp.provider': model.provider.id,
    'aicp.attempt': number,
    'aicp.key': key,
    'aicp.team': team,
    'aicp.organization': organization,
  };
}

/** The lines by which the next one continues the trace, as W3C's Trace Context has them. */
function headersOf(span: Span): string | undefined {
  const context = span.spanContext();
  if (!trace.isSpanContextValid(context)) return undefined;
  const { traceId, spanId, traceFlags, traceState } = context;
  const flags = traceFlags.toString(16).padStart(2, '0');
  const state = traceState?.serialize() ?? '';
  const line = `traceparent: 00-${traceId}-${spanId}-${flags}\r\n`;
  return state === '' ? line : `${line}tracestate: ${state}\r\n`;
}
