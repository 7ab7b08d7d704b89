import type { DecisionRecord } from '@aicp/contracts/decision/decision-record';
import type { Exchange } from './exchange.ts';
import type { Refusal } from './refusal.ts';

/** Attributes that every decision shows, where the request has them. */
const ALWAYS_SHOWN = [
  'model',
  'key',
  'team',
  'user',
  'organization',
  'business_unit',
  'tier',
  'provider',
  'environment',
  'stream',
  'tools',
];

/** The decision about an exchange, as far as it has come; `refusal` is why it ended, where it was refused. */
export function decisionOf(exchange: Exchange, refusal?: Refusal): DecisionRecord {
  const { runtime, candidates } = exchange;
  return {
    object: 'aicp.decision',
    id: exchange.id,
    at: new Date(exchange.at).toISOString(),
    request_id: exchange.requestId,
    config_revision: runtime.revision,
    attributes: shownAttributes(exchange),
    asked_model: exchange.askedName ?? null,
    steps: exchange.steps,
    candidates: candidates.map((model) => model.id),
    ...(refusal ? refused(refusal) : served(exchange)),
  };
}

type Result = Pick<DecisionRecord, 'result' | 'model' | 'provider' | 'status' | 'code' | 'message'>;

function served({ served: model, candidates, response }: Exchange): Result {
  const first = model ?? candidates[0];
  return {
    result: 'serve',
    model: first?.id ?? null,
    provider: first?.provider.id ?? null,
    status: response.statusCode,
    code: null,
    message: null,
  };
}

function refused({ status, code, message }: Refusal): Result {
  const result = status === 401 || status === 403 ? 'deny' : 'fail';
  return { result, model: null, provider: null, status, code, message };
}

/** Stage: keeps the decision, and logs it for whoever listens. */
export function keepDecision(exchange: Exchange, refusal?: Refusal): void {
  const { decisions, log } = exchange.gateway;
  const { ending } = exchange;
  const why = refusal ?? (ending.kind === 'failed' ? ending.refusal : undefined);
  const decision = decisionOf(exchange, why);
  decisions.add(decision);
  if (log.isLevelEnabled('debug')) log.debug({ decision }, 'request_decided');
}

/** Beyond so many, only those that the request has are looked for. */
const FEW_NAMES = 32;

function shownAttributes({ attributes, runtime }: Exchange): DecisionRecord['attributes'] {
  if (!attributes) return {};
  const { attributeNames } = runtime.policies;
  const shown = attributes.pick(ALWAYS_SHOWN);
  if (attributeNames.size <= FEW_NAMES)
    return Object.assign(shown, attributes.pick(attributeNames));
  const read = attributes.names().filter((name) => attributeNames.has(name));
  return Object.assign(shown, attributes.pick(read));
}
