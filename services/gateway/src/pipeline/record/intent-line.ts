import { costTags } from '@aicp/contracts/usage/cost-tags';
import type { PromptUsed } from '@aicp/contracts/usage/usage-record';
import type { Intent } from '../../usage/journal/encode.ts';
import { likelyTokens } from '../exchange/likely-tokens.ts';
import {
  hasReached,
  type Authenticated,
  type Delivery,
  type MadeAttempt,
  type Read,
  type Routed,
} from '../exchange/phases.ts';
import { attemptsSoFar } from './attempt-lines.ts';

/** The line of a routed request's intent. */
export const intentOf = (routed: Routed): string =>
  routed.exchange.gateway.intents.encode(toIntent(routed, routed.candidates[0]));

/** An attempt is about to be sent. What the intent does not foretell is written: one that is not the first, or not at the first candidate. */
export function noteAttempt(delivery: Delivery, attempt: MadeAttempt): void {
  const { made, routed, exchange } = delivery;
  made.push(attempt);
  if (made.length === 1 && attempt.model === routed.candidates[0]) return;
  const { journal, intents } = exchange.gateway;
  const intent = toIntent(routed, attempt.model);
  journal.amend(exchange.id, intents.encodeAgain(intent, attempt.model, attemptsSoFar(made)));
}

/** The same of one that was answered. */
export function answeredIntentOf({ made, routed, exchange, model }: Delivery): string {
  if (!model || (made.length === 1 && model === routed.candidates[0])) return intentOf(routed);
  const intent = toIntent(routed, model);
  return exchange.gateway.intents.encodeAgain(intent, model, attemptsSoFar(made));
}

/** `likely`: whose answer is expected. */
function toIntent(routed: Routed, likely: Routed['candidates'][number] | undefined): Intent {
  const { input, requestedName, candidates, policy, assignment, prompt } = routed;
  return {
    ...shared(routed),
    user: input.user,
    tags: tagsOf(routed),
    requestedName,
    model: candidates[0],
    policy,
    assignment,
    likelyTokens: likelyTokens(routed, likely),
    requests: input.parts?.length,
    prompt: usedOf(prompt),
  };
}

/** The same of a request that is refused, as far as it came. */
export function refusedIntentOf(phase: Authenticated): string {
  if (hasReached(phase, 'routed')) return intentOf(phase);
  const read = hasReached(phase, 'read') ? phase : undefined;
  return phase.exchange.gateway.intents.encode({
    ...shared(phase),
    user: read?.input.user,
    tags: read && tagsOf(read),
    requestedName: hasReached(phase, 'named') ? phase.requestedName : undefined,
    model: undefined,
    policy: undefined,
    assignment: undefined,
    likelyTokens: NO_TOKENS,
    prompt: usedOf(read?.prompt),
  });
}

const shared = ({ exchange, principal }: Authenticated) => ({
  id: exchange.id,
  requestId: exchange.requestId,
  at: exchange.at,
  principal,
  revision: exchange.runtime.revision,
  priced: exchange.runtime.settings.costTracking,
});

/** A prompt as records tell of it. */
const usedOf = (prompt: Read['prompt']): PromptUsed | undefined =>
  prompt && {
    id: prompt.id,
    version: prompt.version,
    ...(prompt.isDraft ? { draft: true } : {}),
  };

const NO_TOKENS = [0, 0] as const;

/** The tags of a request: those that it brings in its body and in a header. */
export const tagsOf = ({ input, headerMetadata }: Read) => costTags(input.metadata, headerMetadata);
