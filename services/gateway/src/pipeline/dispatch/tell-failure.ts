import type { RuntimeModel } from '../../routing/runtime.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Failure } from '../exchange/failure.ts';

/** What is told at the default level, at a bounded rate, of attempts that fail. */
const ALARMS: Readonly<Partial<Record<Failure['kind'], string>>> = {
  credential: 'credential_refused',
  connection: 'provider_failed',
  timeout: 'provider_failed',
  busy: 'provider_failed',
  server_error: 'provider_failed',
  unexpected: 'provider_failed',
  overloaded: 'answers_exceed_memory',
};

/** Failures to connect differ by their code (a certificate, a refusal), and want of memory by whose it is; others are told once for their kind. */
const subjectOf = ({ kind, detail }: Failure): string =>
  kind === 'connection' || kind === 'overloaded' ? detail : kind;

/** Tells the decision, the metrics and the log of an attempt that failed, or was not made. */
export function tellFailure(exchange: Exchange, model: RuntimeModel, failure: Failure): void {
  const { gateway, requestId } = exchange;
  const { kind, detail } = failure;
  const provider = model.provider.id;
  exchange.note('dispatch', kind, `${model.id}: ${detail}`);
  gateway.metrics.attemptFailed(provider, kind);
  gateway.log.debug(
    { provider, model: model.id, kind, detail, request_id: requestId },
    'attempt_failed',
  );
  const event = ALARMS[kind];
  if (event !== undefined)
    gateway.alarms.warn(event, `${provider} ${subjectOf(failure)}`, { provider, kind, detail });
}
