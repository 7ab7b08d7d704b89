import { refusedVerdict, servedVerdict, type Verdict } from '@aicp/contracts/routing/decide';
import { shownAttributes } from '@aicp/contracts/routing/policies/shown-attributes';
import { Decision } from '../decisions/decision.ts';
import type { Exchange } from './exchange.ts';
import type { Refusal } from './refusal.ts';

/** The decision about an exchange, as far as it has come; `refusal` is why it ended, where it was refused. */
export const decisionOf = (exchange: Exchange, refusal?: Refusal): Decision =>
  new Decision({
    id: exchange.id,
    at: exchange.at,
    requestId: exchange.requestId,
    revision: exchange.runtime.revision,
    askedModel: exchange.askedName,
    attributes: exchange.attributes
      ? shownAttributes(exchange.attributes, exchange.runtime.policies)
      : {},
    steps: exchange.steps,
    candidates: exchange.candidates,
    verdict: refusal ? refusedVerdict(refusal) : served(exchange),
  });

/** Stage: keeps the decision, and logs it for whoever listens. */
export function keepDecision(exchange: Exchange, refusal?: Refusal): void {
  const { decisions, log } = exchange.gateway;
  const { ending } = exchange;
  const why = refusal ?? (ending.kind === 'failed' ? ending.refusal : undefined);
  const decision = decisionOf(exchange, why);
  decisions.add(decision);
  if (log.isLevelEnabled('debug')) {
    log.debug({ decision: decision.toRecord() }, 'request_decided');
  }
}

/** What proxies log for a client that left before its answer. */
const CLIENT_GONE = 499;

function served({ served: model, candidates, response, isGone }: Exchange): Verdict {
  const status = isGone && !response.headersSent ? CLIENT_GONE : response.statusCode;
  return servedVerdict(model ?? candidates[0], status);
}
