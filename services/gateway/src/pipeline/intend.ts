import { hasReached, type Authenticated, type Read, type Routed } from './exchange/phases.ts';
import { unavailable } from './exchange/refusal.ts';
import type { Stage } from './exchange/stage.ts';
import { likelyTokens } from './exchange/likely-tokens.ts';
import { costTags } from './spend/cost-tags.ts';

const RETRY_AFTER_SECONDS = 5;
const NOT_RECORDED =
  'Usage cannot be recorded for now, so that nothing is served. Try again later, or ask whoever runs this gateway to look at its disk.';

/**
 * Stage: writes into the journal that the request is about to be sent. Goes on when that is written, or, as journal.onFull says, also when
 * it can't be.
 */
export const intend: Stage<'routed', 'routed'> = {
  name: 'intend',
  from: 'routed',
  to: 'routed',
  hasEffects: true,
  run(phase, flow) {
    const { gateway, id } = phase.exchange;
    gateway.journal.intend(id, intentOf(phase), (mayGo) => {
      if (mayGo) flow.pass(phase);
      else flow.refuse(unavailable('journal_unavailable', NOT_RECORDED, RETRY_AFTER_SECONDS));
    });
  },
};

/** The line of a routed request's intent. */
function intentOf(routed: Routed): string {
  const { exchange, principal, input, requestedName, candidates, policy } = routed;
  const { gateway, runtime } = exchange;
  const [first] = candidates;
  return gateway.intents.encode({
    id: exchange.id,
    requestId: exchange.requestId,
    at: exchange.at,
    principal,
    user: input.user,
    tags: tagsOf(routed),
    requestedName,
    model: first,
    policy,
    revision: runtime.revision,
    likelyTokens: likelyTokens(routed, first),
    priced: runtime.settings.costTracking,
  });
}

/** The same of a request that is refused, as far as it came. */
export function refusedIntentOf(phase: Authenticated): string {
  if (hasReached(phase, 'routed')) return intentOf(phase);
  const { exchange, principal } = phase;
  const { gateway, runtime } = exchange;
  const read = hasReached(phase, 'read') ? phase : undefined;
  return gateway.intents.encode({
    id: exchange.id,
    requestId: exchange.requestId,
    at: exchange.at,
    principal,
    user: read?.input.user,
    tags: read && tagsOf(read),
    requestedName: hasReached(phase, 'named') ? phase.requestedName : undefined,
    model: undefined,
    policy: undefined,
    revision: runtime.revision,
    likelyTokens: NO_TOKENS,
    priced: runtime.settings.costTracking,
  });
}

const NO_TOKENS = [0, 0] as const;

const tagsOf = ({ input, headerMetadata }: Read) => costTags(input.metadata, headerMetadata);
