import type { CacheTerms } from '@aicp/contracts/snapshot/sections/policies';
import { CacheKey } from '../../cache/cache-key.ts';
import { CacheScope } from '../../cache/cache-scope.ts';
import type { CacheTrail, Kept, Ticket } from '../../cache/cache-trail.ts';
import type { Flight } from '../../cache/flights.ts';
import type { KeptAnswer } from '../../cache/kept-answer.ts';
import { StreamCopy } from '../../cache/stream-copy.ts';
import { wishesOf } from '../../cache/wishes.ts';
import type { Asked } from '../../protocols/protocol.ts';
import type { Routed } from '../exchange/phases.ts';
import type { Flow, Stage } from '../exchange/stage.ts';

/** What the API takes for a request that names no temperature. */
const USUAL_TEMPERATURE = 1;
/** So long an equal request waits for the answer to one before it, ms; at most half of what is left of its own time. */
const LONGEST_WAIT_MS = 15_000;

/**
 * Stage: looks whether the answer to this request is kept, within the scope of who asks. Where an equal request is under way, it waits for that
 * one's answer. Comes after guardrails have looked at the request and everybody said that it may be served, and before it takes anything that
 * an answer of a provider would cost.
 */
export const lookUp: Stage<'routed', 'routed'> = {
  name: 'cache',
  from: 'routed',
  to: 'routed',
  hasEffects: true,
  run(phase, flow) {
    const { exchange } = phase;
    const terms = exchange.runtime.settings.cache;
    if (!terms) {
      flow.pass(phase);
      return;
    }
    const asking = askingOf(phase, terms);
    if ('reason' in asking) goOn(phase, flow, { state: 'bypass', reason: asking.reason });
    else find(phase, flow, asking);
  },
};

const MISS = { state: 'miss' } as const;

/** Where an answer is kept for which others wait. */
type Landing = Ticket & { readonly flight: Flight };

/** A request whose answer may be kept. */
interface Asking {
  readonly key: CacheKey;
  readonly asked: Asked;
  /** All that the key is made of. */
  readonly kept: Kept;
  /** The model that is asked first. */
  readonly model: string;
  readonly terms: CacheTerms;
}

function askingOf(phase: Routed, terms: CacheTerms): Asking | { readonly reason: string } {
  const { exchange, input, principal, candidates } = phase;
  const [model] = candidates;
  if (exchange.guards?.hasActed === true) return { reason: 'guardrail' };
  if (!model || !exchange.protocol.replay || !input.asked) return { reason: 'protocol' };
  const scope = CacheScope.of(terms.scope, principal, input.user);
  const asked = input.asked(scope.text);
  if ('reason' in asked) return asked;
  if ((asked.temperature ?? USUAL_TEMPERATURE) > terms.maxTemperature) {
    return { reason: 'temperature' };
  }
  const question = {
    protocol: exchange.protocol.name,
    canonical: asked.canonical,
    model,
    guardrails: exchange.guards?.identity,
    organization: principal.organization,
  };
  const key = CacheKey.of(scope, question, terms);
  return { key, asked, kept: { asked, scope, question, terms, model }, model: model.id, terms };
}

function find(phase: Routed, flow: Flow<Routed>, asking: Asking): void {
  const { exchange } = phase;
  const { cache } = exchange.gateway;
  const { key, model } = asking;
  const { isFresh, isUnkept } = wishesOf(exchange.request);
  if (isFresh) {
    const trail: CacheTrail = { state: 'bypass', reason: 'no_cache' };
    goOn(phase, flow, isUnkept ? trail : { ...trail, ticket: { key, model } }, asking);
    return;
  }
  if (isAnswered(phase, flow, asking)) return;
  const flight = cache.flights.of(key.digest);
  if (flight) wait(phase, flow, asking, flight);
  else {
    // It begins before other gateways are asked, so that equal requests ask them once.
    const landing = isUnkept ? undefined : cache.flights.begin(key.digest);
    const kept = asking.terms.semantic ? { kept: asking.kept } : {};
    seek(phase, flow, asking, landing && { key, model, flight: landing, ...kept });
  }
}

/** Whether the answer is in memory: that to the question itself, or to one that was found to be alike. */
function isAnswered(phase: Routed, flow: Flow<Routed>, { key, asked }: Asking): boolean {
  const { exchange } = phase;
  const { cache } = exchange.gateway;
  const own = cache.find(key);
  const answer = own ?? cache.findTwin(key);
  if (!answer) return false;
  if (own) hit(phase, flow, answer, asked);
  else hitAlike(phase, flow, { answer, how: 'known' }, asked);
  return true;
}

/** Looks at what other gateways kept, where answers are shared. */
function seek(phase: Routed, flow: Flow<Routed>, asking: Asking, ticket?: Landing): void {
  const miss = ticket ? { ...MISS, ticket } : MISS;
  const seeking = phase.exchange.gateway.cache.seek(asking.key);
  if (!seeking) {
    goOn(phase, flow, miss, asking);
    return;
  }
  void seeking.then((answer) => {
    if (answer) {
      ticket?.flight.end(answer);
      hit(phase, flow, answer, asking.asked);
    } else goOn(phase, flow, miss, asking);
  });
}

function wait(phase: Routed, flow: Flow<Routed>, asking: Asking, flight: Flight): void {
  const { exchange } = phase;
  const { clock } = exchange.gateway;
  const waiting = new AbortController();
  const done = (answer: KeptAnswer | undefined, isAlike = false): void => {
    if (waiting.signal.aborted) return;
    waiting.abort();
    leave?.();
    exchange.onGone = undefined;
    if (answer && isAlike) hitAlike(phase, flow, { answer, how: 'waited' }, asking.asked);
    else if (answer) hit(phase, flow, answer, asking.asked);
    else goOn(phase, flow, MISS, asking);
  };
  const leave = flight.follow(done);
  if (!leave) {
    done(undefined);
    return;
  }
  const onGone = (): void => {
    done(undefined);
  };
  exchange.onGone = onGone;
  const left = exchange.mustEndAt - clock.monotonic();
  clock.sleep(Math.min(LONGEST_WAIT_MS, left / 2), waiting.signal).then(
    () => {
      done(undefined);
    },
    () => {
      // The answer came, or the client left.
    },
  );
}

function hit(phase: Routed, flow: Flow<Routed>, answer: KeptAnswer, { wantsUsage }: Asked): void {
  goOn(phase, flow, { state: 'hit', answer, wantsUsage });
}

/** It has the answer to another question. `how` that was found: it was known from before, or an equal request found it meanwhile. */
function hitAlike(
  phase: Routed,
  flow: Flow<Routed>,
  { answer, how }: { readonly answer: KeptAnswer; readonly how: 'known' | 'waited' },
  { wantsUsage }: Asked,
): void {
  phase.exchange.note('alike', 'hit', how);
  goOn(phase, flow, { state: 'hit', answer, wantsUsage, isAlike: true });
}

/** What a stage behind refuses is not answered: whoever waits for it goes on alone. */
function goOn(phase: Routed, flow: Flow<Routed>, trail: CacheTrail, asking?: Asking): void {
  const { exchange } = phase;
  exchange.cache = trail;
  exchange.note('cache', trail.state, trail.state === 'bypass' ? trail.reason : undefined);
  if (trail.state !== 'hit' && trail.ticket && asking) {
    const { ticket } = trail;
    if (phase.input.stream) exchange.copy = copyOf(phase, asking.terms);
    flow.pass(phase, () => {
      ticket.flight?.end(undefined);
      exchange.copy?.drop();
    });
  } else flow.pass(phase);
}

function copyOf({ exchange, principal }: Routed, { maxAnswerBytes }: CacheTerms): StreamCopy {
  const { gateway } = exchange;
  const holder = gateway.holders.of(principal);
  return new StreamCopy({ budget: gateway.answerBytes, holder, maxAnswerBytes });
}
