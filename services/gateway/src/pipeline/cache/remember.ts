import type { Ticket } from '../../cache/cache-trail.ts';
import type { KeptAnswer } from '../../cache/kept-answer.ts';
import type { Served } from '../exchange/phases.ts';
import type { Stage } from '../exchange/stage.ts';

/** Stage: keeps the answer where it may be given again, and gives it to those who wait for it. The client has it already. */
export const remember: Stage<'served', 'served'> = {
  name: 'remember',
  from: 'served',
  to: 'served',
  hasEffects: true,
  run(phase, flow) {
    const { exchange } = phase;
    const { cache: trail } = exchange;
    if (trail && trail.state !== 'hit' && trail.ticket) keep(phase, trail.ticket);
    flow.pass(phase);
  },
};

function keep(served: Served, ticket: Ticket): void {
  const { gateway } = served.exchange;
  let answer: KeptAnswer | undefined;
  try {
    answer = answerOf(served, ticket);
    if (answer) gateway.cache.keep(ticket.key, answer, ticket.question);
  } finally {
    served.exchange.copy?.drop();
    ticket.flight?.end(answer);
  }
}

/** The answer, where it is one to give again. */
function answerOf(served: Served, { model }: Ticket): KeptAnswer | undefined {
  const { exchange, delivery, usage } = served;
  const by = delivery.model;
  if (!by || by.id !== model || !isAsItWas(served)) return undefined;
  const document = documentOf(served);
  if (!document || exchange.protocol.replay?.isRepeatable(document) !== true) return undefined;
  const { tokens, costNanoUsd } = usage;
  return { model, provider: by.provider.id, tokens, costNanoUsd, document };
}

/** Whether it is whole and counted by its provider, of no A/B test, and as guardrails found it. */
const isAsItWas = ({ exchange, usage, assignment }: Served): boolean =>
  usage.completion === 'complete' &&
  usage.source === 'provider' &&
  !assignment &&
  exchange.guards?.verdicts.some(({ verdict }) => verdict !== 'passed') !== true;

function documentOf({ ending, exchange, usage }: Served): Buffer | undefined {
  if (ending.kind === 'document') return ending.body;
  if (ending.kind !== 'streamed') return undefined;
  const copy = exchange.copy?.take();
  return copy && exchange.protocol.replay?.documentOf(copy, usage.tokens);
}
