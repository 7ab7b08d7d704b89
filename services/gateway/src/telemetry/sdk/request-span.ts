import type { ClientRequest } from '../../client/client.ts';
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { TraceState } from '@opentelemetry/core';
import type {
  Arrival,
  AttemptTarget,
  RequestOutcome,
  RequestTrace,
} from '../../pipeline/exchange/trace.ts';
import type { AttemptTrace } from '../../health/attempt-trace.ts';
import { AttemptSpan } from './attempt-span.ts';
import type { Telling } from './telling.ts';

/** One request: a server span that continues the client's trace, and what its attempts are told of. */
export class RequestSpan implements RequestTrace {
  private readonly telling: Telling;
  private readonly span: Span | undefined;
  private readonly context: Context;
  private readonly attempts: AttemptSpan[] = [];

  constructor({ request, requestId, startedAt }: Arrival, telling: Telling) {
    this.telling = telling;
    const parent = parentOf(request);
    const path = pathOf(request);
    this.span = telling.tracer?.startSpan(
      `${request.method ?? 'POST'} ${path}`,
      {
        kind: SpanKind.SERVER,
        startTime: telling.timeOf(startedAt),
        attributes: {
          'http.request.method': request.method,
          'http.route': path,
          'url.path': path,
          'aicp.request_id': requestId,
        },
      },
      parent,
    );
    this.context = this.span ? trace.setSpan(parent, this.span) : parent;
  }

  attempt(target: AttemptTarget): AttemptTrace {
    const attempt = new AttemptSpan(target, this.telling, this.context);
    this.attempts.push(attempt);
    return attempt;
  }

  end(outcome: RequestOutcome): void {
    const open = this.attempts.filter(({ isEnded }) => !isEnded);
    const last = open.findLast(({ hasAnswered }) => hasAnswered) ?? open.at(-1);
    for (const attempt of open) attempt.end(attempt === last ? outcome.answer : undefined);
    const { span } = this;
    if (!span) return;
    span.setAttributes(attributesOf(outcome));
    // What a client did wrong is no error of the server's, by the conventions.
    if (outcome.error !== undefined && (outcome.status ?? 0) >= 500) {
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end(this.telling.timeOf(this.telling.now()));
  }
}

function attributesOf(outcome: RequestOutcome): Attributes {
  const { principal, answer } = outcome;
  return {
    'http.response.status_code': outcome.status ?? undefined,
    'error.type': outcome.error,
    'aicp.key': principal?.key,
    'aicp.team': principal?.team,
    'aicp.organization': principal?.organization,
    'aicp.requested_model': outcome.requestedModel,
    'aicp.policy': outcome.policy,
    'aicp.guardrails': outcome.guardrails.length > 0 ? [...outcome.guardrails] : undefined,
    'aicp.model': answer?.model?.id,
    'aicp.provider': answer?.model?.provider.id,
  };
}

/** Routes have no parameters, so that their paths are few. */
const pathOf = ({ url = '/' }: ClientRequest): string => url.split('?', 1)[0] ?? url;

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const TRACESTATE = /^[\x20-\x7e]{1,512}$/;

/** The client's span, where it names a valid one. */
function parentOf({ headers }: ClientRequest): Context {
  const { traceparent, tracestate } = headers;
  const parts = TRACEPARENT.exec(typeof traceparent === 'string' ? traceparent : '');
  const [, traceId = '', spanId = '', flags = ''] = parts ?? [];
  const isState = typeof tracestate === 'string' && TRACESTATE.test(tracestate);
  const context = {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & 1,
    isRemote: true,
    ...(isState && { traceState: new TraceState(tracestate) }),
  };
  return trace.isSpanContextValid(context)
    ? trace.setSpanContext(ROOT_CONTEXT, context)
    : ROOT_CONTEXT;
}
