import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import type { CacheTrail, LikeQuestion, Ticket } from '../../cache/cache-trail.ts';
import type { KeptAnswer } from '../../cache/kept-answer.ts';
import type { AlikeAnswer } from '../../cache/semantic/alike-answers.ts';
import type { Routed } from '../exchange/phases.ts';
import type { Flow, Stage } from '../exchange/stage.ts';
import { tagsOf } from '../record/intent-line.ts';
import { embed, targetFor } from './embed.ts';
import { likelyTokensOf, settleEmbedding } from './embedding-cost.ts';

/**
 * Stage: looks whether a question is answered that asks the same in other words. A model has to be asked for that, which costs: so it comes when
 * limits and budgets have let the request pass, and what it costs is the request's, in a record of its own.
 */
export const lookAlike: Stage<'routed', 'routed'> = {
  name: 'alike',
  from: 'routed',
  to: 'routed',
  hasEffects: true,
  run(phase, flow) {
    const { cache } = phase.exchange;
    const ticket = cache?.state === 'miss' ? cache.ticket : undefined;
    if (ticket?.question) ask(phase, flow, { ...ticket, question: ticket.question });
    else flow.pass(phase);
  },
};

type Asking = Ticket & { readonly question: LikeQuestion };

/** Has the journal note that a model is about to be asked, and asks it. */
function ask(phase: Routed, flow: Flow<Routed>, asking: Asking): void {
  const { exchange, principal, input } = phase;
  const { gateway, runtime, requestId } = exchange;
  const { clock, random, journal, intents } = gateway;
  const { model, text } = asking.question;
  const target = targetFor(model, random);
  if (!target) {
    pass(phase, flow, 'not_reachable');
    return;
  }
  const startedAt = clock.monotonic();
  const id = uuidV7(clock.now());
  const intent = intents.encode({
    ...{ id, requestId, at: exchange.at, principal, user: input.user, tags: tagsOf(phase) },
    ...{ requestedName: model.id, model, policy: undefined, revision: runtime.revision },
    likelyTokens: [likelyTokensOf(phase, asking.question), 0],
    priced: runtime.settings.costTracking,
  });
  journal.intend(id, intent, (mayGo) => {
    if (!mayGo) {
      pass(phase, flow, 'not_recorded');
      return;
    }
    const leftMs = exchange.mustEndAt - clock.monotonic();
    embed({ model, target, text, requestId, leftMs, clock }, (embedded) => {
      settleEmbedding(phase, { id, startedAt, question: asking.question }, embedded);
      if ('fault' in embedded) pass(phase, flow, embedded.fault);
      else decide(phase, flow, asking, embedded.vector);
    });
  });
}

/** Goes on to whoever answers: why no other question was looked for is noted. */
function pass(phase: Routed, flow: Flow<Routed>, why: string): void {
  phase.exchange.note('alike', 'skipped', why);
  flow.pass(phase);
}

function decide(phase: Routed, flow: Flow<Routed>, asking: Asking, vector: Float32Array): void {
  const { exchange } = phase;
  const { cache } = exchange.gateway;
  const { question } = asking;
  question.vector = vector;
  const found = cache.alike.find({ ...question, vector }, asking.key, (key) => cache.find(key));
  if (found) answer(phase, flow, asking, found);
  else {
    exchange.note('alike', 'miss');
    flow.pass(phase);
  }
}

/** It is answered from the cache: whoever waits for the same has that answer as well, and it is in no A/B test. */
function answer(
  phase: Routed,
  flow: Flow<Routed>,
  { flight, question }: Asking,
  { answer: kept, cosine }: AlikeAnswer<KeptAnswer>,
): void {
  const { exchange } = phase;
  const { wantsUsage } = question;
  flight?.end(kept);
  exchange.copy?.drop();
  exchange.copy = undefined;
  const trail: CacheTrail = { state: 'hit', answer: kept, wantsUsage, isAlike: true };
  exchange.cache = trail;
  exchange.note('alike', 'hit', cosine.toFixed(3));
  flow.pass({ ...phase, assignment: undefined });
}
