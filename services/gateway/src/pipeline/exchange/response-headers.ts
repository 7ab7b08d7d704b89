import type { Deprecation } from '@aicp/contracts/routing/catalog/deprecations';
import { failoverTo } from '@aicp/contracts/routing/failover/failover-moves';
import { addRateLimitHeaders } from '../../limits/rate-limit-headers.ts';
import type { Exchange } from './exchange.ts';
import type { RuntimeModel } from '../../routing/runtime.ts';
import { hasReached, type Arrived, type Delivery, type Read, type Routed } from './phases.ts';
import type { Refusal } from './refusal.ts';

export const COST_HEADER = 'x-aicp-cost-usd';
/** Of an answer that is a stream. */
const STREAM_TYPE = 'text/event-stream; charset=utf-8';
const STREAM_HEADERS: readonly string[] = ['cache-control', 'no-cache'];
const CACHE_HEADER = 'x-aicp-cache';
const BUDGET_HEADER = 'x-aicp-budget';
const PROMPT_HEADER = 'x-aicp-prompt';
const FAILOVER_HEADER = 'x-aicp-failover';
const GUARDRAILS_HEADER = 'x-aicp-guardrails';
const DROPPED_HEADER = 'x-aicp-dropped';
/** Members that the header tells of. */
const MOST_DROPPED = 32;
/** Guardrails that the header tells of. */
const MOST_TOLD = 16;

/**
 * Adds the headers that tell of a request which was sent to a provider to a flat list. `heardAt` is when the provider's answer came
 * (monotonic): what lies between it and the first attempt is the provider's time, the rest is ours.
 */
export function addAnswerHeaders(
  headers: string[],
  delivery: Delivery,
  heardAt: number | undefined,
): void {
  const { exchange, routed, attempts, sentAt } = delivery;
  addRequestId(headers, exchange);
  addServing(headers, delivery);
  addChoices(headers, routed);
  addLimits(headers, delivery);
  addVerdicts(headers, exchange);
  headers.push(...droppedHeaders(delivery.serving?.dropped));
  if (routed.deprecation) addDeprecation(headers, routed.deprecation, exchange.at);
  if (attempts > 0) headers.push('x-aicp-attempts', String(attempts));
  const away = sentAt !== undefined && heardAt !== undefined ? Math.max(0, heardAt - sentAt) : 0;
  headers.push('x-aicp-overhead-ms', overheadMs(exchange, away));
}

/** Which model answers, and how the request came to it. */
function addServing(headers: string[], { model: asked, routed }: Delivery): void {
  const { requestedName, moves } = routed;
  const model = asked ?? repeatedFrom(routed);
  if (!model) return;
  headers.push('x-aicp-model', headerSafe(model.id), 'x-aicp-provider', model.provider.id);
  if (requestedName !== model.id) headers.push('x-aicp-routed-from', headerSafe(requestedName));
  const move = failoverTo(moves, model);
  if (move) headers.push(FAILOVER_HEADER, move.rule);
}

/** The id of the request, by the name that the client's API has for it as well. */
function addRequestId(headers: string[], { requestId, protocol }: Exchange): void {
  headers.push('x-request-id', requestId);
  if (protocol.requestIdHeader !== undefined) headers.push(protocol.requestIdHeader, requestId);
}

/** The model whose answer is given again. */
const repeatedFrom = ({ exchange, candidates }: Routed): RuntimeModel | undefined =>
  exchange.cache?.state === 'hit' ? candidates[0] : undefined;

/** What had a say in what was sent: the cache, a prompt, a policy, an A/B test. */
function addChoices(headers: string[], { exchange, prompt, policy, assignment }: Routed): void {
  if (exchange.cache) headers.push(CACHE_HEADER, exchange.cache.state);
  if (prompt) headers.push(PROMPT_HEADER, promptLabel(prompt));
  if (policy !== undefined) headers.push('x-aicp-policy', policy);
  if (assignment) headers.push('x-aicp-ab-test', assignment.test, 'x-aicp-variant', assignment.arm);
}

/** `summary@3`, and `summary@4-draft` where nobody approved it. */
export const promptLabel = ({ id, version, isDraft }: NonNullable<Read['prompt']>): string =>
  `${id}@${version}${isDraft ? '-draft' : ''}`;

/** What a document is, as a flat list; undefined: JSON. Where its provider said what it is, no browser is to take it for anything else. */
export const typeHeaders = (contentType: string | undefined): string[] =>
  contentType === undefined
    ? ['content-type', 'application/json']
    : ['content-type', contentType, 'x-content-type-options', 'nosniff'];

/** The head of a stream, as a flat list. `firstAt`: when the answer was there. */
export function streamHeaders(delivery: Delivery, firstAt: number | undefined): string[] {
  const { contentType = STREAM_TYPE } = delivery.exchange.streamForm ?? {};
  const headers = ['content-type', contentType, ...STREAM_HEADERS];
  addAnswerHeaders(headers, delivery, firstAt);
  const { costTracking } = delivery.exchange.runtime.settings;
  if (costTracking) headers.push('trailer', COST_HEADER);
  return headers;
}

function addLimits(headers: string[], { modelLimits, routed }: Delivery): void {
  (modelLimits ?? routed.taken)?.addHeaders(headers);
  if (routed.budgetWarning !== undefined) headers.push(BUDGET_HEADER, routed.budgetWarning);
}

/** What guardrails said so far, each as `pii=redacted;input` or `secrets=passed;output;monitor`: 16 of them at most, and nothing of a text. */
export const toldVerdicts = ({ guards }: Pick<Exchange, 'guards'>): string[] =>
  (guards?.verdicts ?? [])
    .slice(0, MOST_TOLD)
    .map(({ guardrail, verdict, stage, is_monitor: isMonitor }) => {
      const mode = isMonitor ? ';monitor' : '';
      return `${guardrail}=${verdict};${stage}${mode}`;
    });

function addVerdicts(headers: string[], exchange: Exchange): void {
  const told = toldVerdicts(exchange);
  if (told.length > 0) headers.push(GUARDRAILS_HEADER, told.join(', '));
}

/** The same of a request that was refused before it was sent, as far as it came. `policy` is one that refused it, and is none of routing. */
export function addRefusalHeaders(
  headers: string[],
  phase: Arrived,
  { policy }: Pick<Refusal, 'policy'>,
): void {
  const { exchange } = phase;
  addRequestId(headers, exchange);
  const decider = policy ?? (hasReached(phase, 'routed') ? phase.policy : undefined);
  if (decider !== undefined) headers.push('x-aicp-policy', decider);
  if (!headers.some((name) => name.startsWith(RATE_LIMIT))) addKnownLimits(headers, phase);
  addVerdicts(headers, exchange);
  if (hasReached(phase, 'named') && phase.deprecation) {
    addDeprecation(headers, phase.deprecation, exchange.at);
  }
  headers.push('x-aicp-overhead-ms', overheadMs(exchange, 0));
}

const RATE_LIMIT = 'x-ratelimit-';

/** Adds what is left of the limits that apply, as far as that is known at once. */
function addKnownLimits(headers: string[], phase: Arrived): void {
  if (!hasReached(phase, 'authenticated')) return;
  const { exchange, principal } = phase;
  const { limiter } = exchange.gateway;
  const routed = hasReached(phase, 'routed') ? phase : undefined;
  const plan = limiter.plan({
    rateLimits: exchange.runtime.rateLimits,
    principal,
    user: undefined,
    model: routed?.candidates[0],
    tokens: 0,
    at: exchange.at,
  });
  addRateLimitHeaders(headers, plan.limits, limiter.known(plan));
}

/** Adds what RFC 9745 and RFC 8594 say of an announced end, from the day on from which it counts. */
function addDeprecation(headers: string[], deprecation: Deprecation, nowMs: number): void {
  const { deprecatedAt, sunsetAt } = deprecation;
  if (nowMs < deprecatedAt) return;
  headers.push('deprecation', `@${Math.floor(deprecatedAt / 1000)}`);
  if (Number.isFinite(sunsetAt)) headers.push('sunset', new Date(sunsetAt).toUTCString());
}

function overheadMs({ gateway, startedAt }: Exchange, awayMs: number): string {
  const total = gateway.clock.monotonic() - startedAt;
  return String(Math.round((total - awayMs) * 1000) / 1000);
}

/** What tells which members a provider could not be told, as a flat list; none where it was told all. */
export const droppedHeaders = (dropped: readonly string[] = []): string[] =>
  dropped.length > 0 ? [DROPPED_HEADER, toldDropped(dropped)] : [];

/** Names of members, as far as they are such: a client chooses them. */
const toldDropped = (dropped: readonly string[]): string =>
  [...new Set(dropped.filter((name) => MEMBER.test(name)))].slice(0, MOST_DROPPED).join(', ');

const MEMBER = /^[A-Za-z0-9_.[\]-]{1,64}$/;

const PLAIN = /^[\x20-\x7e]*$/;

/** A model id may hold any character; a header may not. */
const headerSafe = (id: string): string => (PLAIN.test(id) ? id : encodeURIComponent(id));
