import type { DecisionRecord } from '@aicp/contracts/decision/decision-record';
import { Decision, type Verdict } from '../decisions/decision.ts';
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
    attributes: shownAttributes(exchange),
    steps: exchange.steps,
    candidates: exchange.candidates,
    verdict: refusal ? refused(refusal) : served(exchange),
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
  const first = model ?? candidates[0];
  return {
    result: 'serve',
    model: first?.id ?? null,
    provider: first?.provider.id ?? null,
    status: isGone && !response.headersSent ? CLIENT_GONE : response.statusCode,
    code: null,
    message: null,
  };
}

function refused({ status, code, message }: Refusal): Verdict {
  const result = status === 401 || status === 403 ? 'deny' : 'fail';
  return { result, model: null, provider: null, status, code, message };
}

/** Beyond so many, only those that the request has are looked for. */
const FEW_NAMES = 32;

/** What every decision shows, and what some policy asks about. */
function shownAttributes({ attributes, runtime }: Exchange): DecisionRecord['attributes'] {
  if (!attributes) return {};
  const shown = attributes.identity();
  const { attributeNames } = runtime.policies;
  if (attributeNames.size <= FEW_NAMES) return attributes.pick(attributeNames, shown);
  const asked = attributes.names().filter((name) => attributeNames.has(name));
  return attributes.pick(asked, shown);
}
