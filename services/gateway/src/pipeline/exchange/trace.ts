import type { ClientRequest } from '../../client/client.ts';
import type { Principal } from '@aicp/contracts/routing/request/principal';
import type { TokenBuckets } from '@aicp/contracts/usage/usage-record';
import type { AttemptTrace } from '../../health/attempt-trace.ts';
import type { RuntimeModel } from '../../routing/runtime.ts';

/** Hears of requests as they pass. Where nobody wants to hear of them there is none, and they cost nothing more. */
export interface Telemetry {
  begin(arrival: Arrival): RequestTrace;
}

/** A request that has come. */
export interface Arrival {
  readonly request: ClientRequest;
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Monotonic milliseconds. */
  readonly startedAt: number;
}

/** What is told of one request. Nothing that it is told throws. */
export interface RequestTrace {
  /** The request is sent to a provider. */
  attempt(target: AttemptTarget): AttemptTrace;
  /** The request is over. */
  end(outcome: RequestOutcome): void;
}

export interface AttemptTarget {
  readonly model: RuntimeModel;
  /** The request, as far as it came before. */
  readonly routed: { readonly principal: Principal; readonly input: { readonly stream: boolean } };
  /** 1 is the first. */
  readonly number: number;
}

/** What came of a request; what it did not come far enough for is undefined. */
export interface RequestOutcome {
  /** That the client got; null where it left before. */
  readonly status: number | null;
  /** Why it was refused, or how else it did not come to its end. */
  readonly error: string | undefined;
  readonly principal: Principal | undefined;
  readonly requestedModel: string | undefined;
  readonly policy: string | undefined;
  /** What guardrails said of the request and its answer, as `toldVerdicts` has it; empty where none looked. */
  readonly guardrails: readonly string[];
  /** What came of asking providers. */
  readonly answer: Answer | undefined;
}

export interface Answer {
  /** The model that served, or was tried last. */
  readonly model: RuntimeModel | undefined;
  /** When the client got the first byte of a stream; monotonic milliseconds. */
  readonly firstByteAt: number | undefined;
  /** As the provider counted them. */
  readonly tokens: TokenBuckets | undefined;
  /** The model as the provider calls it in its answer. */
  readonly responseModel: string | undefined;
}
