import type { RoutingPolicySpec } from '@aicp/crds/routing-policy';
import type { Summary } from '../kit/operator-kind.ts';

/** Names that a list shows; it counts the others. */
const NAMED = 3;
/** Characters of a column of `kubectl get`. */
const WIDTH = 64;

/** What a policy does, in words, and when: the columns of `kubectl get` cannot choose between its forms. */
export function summarize(spec: RoutingPolicySpec): Summary {
  const { condition } = spec.policyType === undefined ? spec : (spec.config ?? {});
  const isRule = spec.policyType === undefined || spec.policyType === 'conditional';
  return {
    summary: cut((spec.isActive ? '' : 'off: ') + actionOf(spec)),
    when: isRule && condition !== undefined ? cut(condition) : undefined,
  };
}

function actionOf({ policyType, config = {}, ...rule }: RoutingPolicySpec): string {
  switch (policyType) {
    case 'fallback':
      return `fallback ${config.model ?? ''} → ${listed(config.fallbacks)}`;
    case 'model_group':
      return `group ${config.alias ?? ''}: ${listed(config.models)}`;
    case 'routing_strategy':
      return strategyOf(config);
    case 'conditional':
      return ruleOf(config);
    case undefined:
      return ruleOf(rule);
  }
}

const WITHOUT_TARGETS = { deny: 'any model', permit: 'the model asked for', prefer: 'no model' };

const ruleOf = ({ action = 'deny', targetModels = [] }: RoutingPolicySpec['config'] & object) =>
  `${action} ${targetModels.length > 0 ? listed(targetModels) : WITHOUT_TARGETS[action]}`;

const strategyOf = ({ strategy, alias }: RoutingPolicySpec['config'] & object): string =>
  `strategy ${String(strategy)}${alias === undefined ? '' : ` of ${alias}`}`;

function listed(names: readonly string[] = []): string {
  const shown = names.slice(0, NAMED).join(', ');
  return names.length > NAMED ? `${shown} +${names.length - NAMED}` : shown;
}

function cut(text: string): string {
  const characters = Array.from(text);
  return characters.length > WIDTH ? `${characters.slice(0, WIDTH - 1).join('')}…` : text;
}
