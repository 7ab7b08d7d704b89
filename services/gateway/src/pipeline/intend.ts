import { costTags } from './cost-tags.ts';
import type { Exchange } from './exchange.ts';
import { unavailable, type Refusal } from './refusal.ts';

const RETRY_AFTER_SECONDS = 5;
const NOT_RECORDED =
  'Usage cannot be recorded for now, so that nothing is served. Try again later, or ask whoever runs this gateway to look at its disk.';

/**
 * Stage: writes into the journal that the request is about to be sent. Goes on when that is written, or, as journal.onFull says, also when
 * it can't be.
 */
export function intend(exchange: Exchange, done: (refusal?: Refusal) => void): void {
  exchange.gateway.journal.intend(exchange.id, intentOf(exchange), (mayGo) => {
    done(mayGo ? undefined : unavailable('journal_unavailable', NOT_RECORDED, RETRY_AFTER_SECONDS));
  });
}

/** The request as an intent's line. */
export function intentOf(exchange: Exchange): string {
  const { gateway, runtime, chat, caller } = exchange;
  const [first] = exchange.candidates;
  return gateway.intents.encode({
    id: exchange.id,
    requestId: exchange.requestId,
    at: exchange.at,
    caller,
    user: chat.user,
    tags: costTags(chat.metadata, exchange.headerMetadata),
    asked: exchange.askedName,
    model: first,
    policy: exchange.policy,
    revision: runtime.revision,
    likelyTokens: first
      ? [
          Math.min(gateway.estimator.tokensOf(first.id, chat.promptCharacters), first.limits.input),
          gateway.estimator.expectedAnswer(
            first.id,
            Math.min(chat.maxTokens ?? Infinity, first.limits.answer),
          ),
        ]
      : [0, 0],
    priced: runtime.settings.costTracking,
  });
}
