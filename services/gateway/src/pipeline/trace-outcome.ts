import type { Exchange } from './exchange/exchange.ts';
import { hasReached, type Arrived, type Served } from './exchange/phases.ts';
import type { Refusal } from './exchange/refusal.ts';
import { toldVerdicts } from './exchange/response-headers.ts';
import type { RequestOutcome } from './exchange/trace.ts';

/** What came of a request, as traces tell it: the phase that it came to, and why it was refused there, if it was. */
export function traceOutcome(phase: Arrived, refusal: Refusal | undefined): RequestOutcome {
  const { exchange } = phase;
  const served = hasReached(phase, 'served') ? phase : undefined;
  return {
    status: refusal ? refusal.status : statusOf(exchange),
    error: refusal ? errorOf(refusal) : faultOf(exchange, served),
    principal: hasReached(phase, 'authenticated') ? phase.principal : undefined,
    requestedModel: hasReached(phase, 'named') ? phase.requestedName : undefined,
    policy: hasReached(phase, 'routed') ? phase.policy : undefined,
    guardrails: toldVerdicts(exchange),
    answer: served && answerOf(served),
  };
}

/** What the client got; null where it left before it got any. */
const statusOf = ({ isGone, response }: Exchange): number | null =>
  isGone && !response.headersSent ? null : response.statusCode;

const errorOf = ({ code, status }: Refusal): string => code ?? String(status);

/** How a request that was not refused did not come to a good end; undefined where it did. */
function faultOf({ isGone }: Exchange, served: Served | undefined): string | undefined {
  if (!served) return isGone ? 'client_gone' : undefined;
  const { ending, usage } = served;
  if (ending.kind === 'failed') return errorOf(ending.refusal);
  return usage.completion === 'complete' ? undefined : usage.completion;
}

const answerOf = (served: Served): RequestOutcome['answer'] => ({
  model: served.delivery.model,
  firstByteAt: served.delivery.firstByteAt,
  tokens: served.usage.source === 'provider' ? served.usage.tokens : undefined,
  responseModel: responseModelOf(served),
});

function responseModelOf({ ending, exchange }: Served): string | undefined {
  if (ending.kind === 'document') return exchange.protocol.modelOf?.(ending.body);
  if (ending.kind === 'streamed' || ending.kind === 'broken') return ending.stream.model;
  return undefined;
}
