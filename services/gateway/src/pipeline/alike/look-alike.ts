import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import { payerOf } from '@aicp/contracts/spend/payer';
import type { CacheTrail, Kept, Ticket } from '../../cache/cache-trail.ts';
import type { KeptAnswer } from '../../cache/kept-answer.ts';
import type { AlikeAnswer } from '../../cache/semantic/alike-answers.ts';
import type { RuntimeTarget } from '../../routing/runtime.ts';
import { ModelLimits } from '../dispatch/model-limits.ts';
import { Delivery, type Routed } from '../exchange/phases.ts';
import { internalError } from '../exchange/refusal.ts';
import type { Flow, Stage } from '../exchange/stage.ts';
import { tagsOf } from '../record/intent-line.ts';
import { embed, targetFor, type Embedded } from './embed.ts';
import { likelyTokensOf, mayCost, settleEmbedding } from './embedding-cost.ts';
import { questionOf, type OpenQuestion } from './question-of.ts';

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
    const { cache, runtime } = phase.exchange;
    const ticket = cache?.state === 'miss' ? cache.ticket : undefined;
    const { kept } = ticket ?? {};
    const question = kept && mayAsk(phase) ? questionOf(runtime, kept) : undefined;
    if (!ticket || !kept || !question) flow.pass(phase);
    else if (!mayCost(phase, question)) pass(phase, flow, 'no_price');
    else ask(phase, flow, { ticket, kept, question });
  },
};

interface Asking {
  readonly ticket: Ticket;
  readonly kept: Kept;
  readonly question: OpenQuestion;
}

/**
 * The model that tells is the platform's. Where an organization pays its own provider, its request takes nothing of the platform's budgets, and so
 * may not spend the platform's money either.
 */
const mayAsk = ({ exchange, candidates: [first] }: Routed): boolean =>
  !exchange.isGone && payerOf(first?.provider) === 'platform';

/** Has the journal note that a model is about to be asked, and asks it. */
function ask(phase: Routed, flow: Flow<Routed>, asking: Asking): void {
  const { exchange, principal, input } = phase;
  const { gateway, runtime, requestId } = exchange;
  const { clock, random, journal, intents } = gateway;
  const { question } = asking;
  const { model, text } = question;
  const target = targetFor({ model, clock, random });
  if (!target) {
    pass(phase, flow, 'not_reachable');
    return;
  }
  const startedAt = clock.monotonic();
  const id = uuidV7(clock.now());
  const intent = intents.encode({
    ...{ id, requestId, at: exchange.at, principal, user: input.user, tags: tagsOf(phase) },
    ...{ requestedName: model.id, model, policy: undefined, revision: runtime.revision },
    likelyTokens: [likelyTokensOf(phase, question), 0],
    priced: runtime.settings.costTracking,
  });
  journal.intend(id, intent, (mayGo) => {
    if (!mayGo) {
      pass(phase, flow, 'not_recorded');
      return;
    }
    // What other gateways know is read meanwhile.
    const learning = gateway.cache.learn(question.group);
    const leftMs = exchange.mustEndAt - clock.monotonic();
    embed({ model, target, text, requestId, leftMs, clock, random }, (embedded) => {
      contained(phase, flow, () => {
        hear(phase, flow, { ...asking, id, startedAt, target, embedded, learning });
      });
    });
  });
}

interface Told extends Asking {
  readonly id: string;
  readonly startedAt: number;
  readonly target: RuntimeTarget;
  readonly embedded: Embedded;
  /** Ends when it is read what other gateways know of the question's group; undefined: they are not asked. */
  readonly learning: Promise<void> | undefined;
}

function hear(phase: Routed, flow: Flow<Routed>, told: Told): void {
  const { id, startedAt, question, target, embedded, learning } = told;
  settleEmbedding(phase, { id, startedAt, question, credential: target.name }, embedded);
  if ('fault' in embedded) {
    tellFault(phase, question, embedded.fault);
    pass(phase, flow, embedded.fault);
    return;
  }
  const { vector } = embedded;
  if (!learning) decide(phase, flow, told, vector);
  else {
    void learning.then(() => {
      contained(phase, flow, () => {
        decide(phase, flow, told, vector);
      });
    });
  }
}

/** Tells the log, once in a while, and the metrics that a model made no vector. */
function tellFault(
  { exchange: { gateway } }: Routed,
  { model }: OpenQuestion,
  fault: Exclude<Embedded, { readonly vector: unknown }>['fault'],
): void {
  const provider = model.provider.id;
  if (fault !== 'rejected') gateway.metrics.attemptFailed(provider, fault);
  const told = { provider, model: model.id, kind: fault };
  gateway.alarms.warn('embeddings_failed', `${model.id} ${fault}`, told);
}

/** Goes on to whoever answers: why no other question was looked for is noted. */
function pass(phase: Routed, flow: Flow<Routed>, why: string): void {
  phase.exchange.note('alike', 'skipped', why);
  flow.pass(phase);
}

function decide(
  phase: Routed,
  flow: Flow<Routed>,
  { ticket, kept, question: { group, words } }: Asking,
  vector: Float32Array,
): void {
  const { cache } = phase.exchange.gateway;
  const question = { group, words, vector };
  const asked = { ticket: { ...ticket, question }, kept };
  const found = cache.findAlike(question, ticket.key);
  if (!(found instanceof Promise)) end(phase, flow, asked, found);
  else {
    void found.then((sought) => {
      contained(phase, flow, () => {
        end(phase, flow, asked, sought);
      });
    });
  }
}

type Asked = Pick<Asking, 'ticket' | 'kept'>;

function end(
  phase: Routed,
  flow: Flow<Routed>,
  asked: Asked,
  found: AlikeAnswer<KeptAnswer> | undefined,
): void {
  const { exchange } = phase;
  if (found) {
    answer(phase, flow, asked, found);
    return;
  }
  exchange.cache = { state: 'miss', ticket: asked.ticket };
  exchange.note('alike', 'miss');
  flow.pass(phase);
}

/** It is answered from the cache: whoever waits for the same has that answer as well, it is in no A/B test, and counts to the limits of no model. */
function answer(
  phase: Routed,
  flow: Flow<Routed>,
  { ticket, kept }: Asked,
  { answer: given, cosine }: AlikeAnswer<KeptAnswer>,
): void {
  const { exchange } = phase;
  const { wantsUsage } = kept.asked;
  ModelLimits.beyondFirst(new Delivery(phase)).keep();
  ticket.flight?.end(given, true);
  exchange.copy?.drop();
  exchange.copy = undefined;
  const trail: CacheTrail = { state: 'hit', answer: given, wantsUsage, isAlike: true };
  exchange.cache = trail;
  exchange.note('alike', 'hit', cosine.toFixed(3));
  const { isDowngraded: _, ...rest } = phase;
  flow.pass({ ...rest, candidates: [kept.model], assignment: undefined });
}

/** Does what no stage waits for any more: what it throws ends this request, and no other. */
function contained(phase: Routed, flow: Flow<Routed>, work: () => void): void {
  try {
    work();
  } catch (error) {
    const { gateway, requestId } = phase.exchange;
    gateway.log.error({ err: error, request_id: requestId }, 'request_failed');
    flow.refuse(internalError());
  }
}
