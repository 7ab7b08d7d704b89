import { costTags } from './cost-tags.ts';
import type { Exchange } from './exchange.ts';
import { unavailable, type Refusal } from './refusal.ts';

const RETRY_AFTER_SECONDS = 5;

/** Stage: writes into the journal that the request is about to be sent. Goes on when that is written. */
export function intend(exchange: Exchange, done: (refusal?: Refusal) => void): void {
  const { journal } = exchange.gateway;
  if (journal.isFull) {
    const message = 'Usage cannot be recorded for now, so that nothing is served.';
    done(unavailable('journal_unavailable', message, RETRY_AFTER_SECONDS));
    return;
  }
  journal.intend(exchange.id, intentOf(exchange), done);
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
          gateway.estimator.tokensOf(first.id, chat.promptCharacters),
          gateway.estimator.expectedAnswer(first.id, chat.maxTokens),
        ]
      : [0, 0],
    priced: runtime.settings.costTracking,
  });
}
