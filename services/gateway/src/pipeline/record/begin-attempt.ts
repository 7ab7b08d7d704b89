import { AttemptRecord } from '../../health/attempt-record.ts';
import type { RuntimeTarget } from '../../routing/runtime.ts';
import { Delivery, type Routed } from '../exchange/phases.ts';
import { noteAttempt } from './intent-line.ts';

/** Begins the one attempt that is made at the first of the models that may serve: where a provider keeps something, no other can take over. */
export function beginAttempt(
  phase: Routed,
  { target }: { readonly target: RuntimeTarget },
): { readonly delivery: Delivery; readonly record: AttemptRecord } {
  const { exchange, candidates } = phase;
  const [model] = candidates;
  if (!model) throw new Error('an attempt without a model');
  const { clock } = exchange.gateway;
  const delivery = new Delivery(phase);
  const record = new AttemptRecord({
    ...{ clock, target: target.health, model: model.health },
    trace: exchange.trace?.attempt({ model, routed: phase, number: 1 }),
  });
  const attempt = { model, target, record, dropped: undefined };
  delivery.serving = attempt;
  noteAttempt(delivery, attempt);
  delivery.sentAt = clock.monotonic();
  return { delivery, record };
}
