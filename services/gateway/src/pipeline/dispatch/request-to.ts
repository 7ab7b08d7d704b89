import type { RuntimeModel } from '../../routing/runtime.ts';
import { passedOf, traceOf } from '../exchange/exchange.ts';
import type { Routed } from '../exchange/phases.ts';
import type { AttemptRequest } from './attempt.ts';

/** A request as the provider of a model gets it. */
export function requestTo(model: RuntimeModel, { exchange, input, bound }: Routed): AttemptRequest {
  return {
    format: exchange.protocol.format,
    model: model.upstreamModel,
    mode: model.mode,
    stream: input.stream,
    lossy: model.lossy,
    passed: passedOf(exchange),
    contentType: input.contentType,
    body: input.bodyFor(model.upstreamModel, bound?.upstreamIds),
    promptCharacters: input.promptCharacters,
    requestId: exchange.requestId,
    trace: traceOf(exchange.request),
  };
}
