import { sentenceCase } from '../../../ui/text/text.ts';
import type { ApiObject } from '../../../api/api-object.ts';
import type { Tone } from '../../../ui/text/object-state.ts';
import { effectText } from '../routing-explain/effect-text.ts';

type Config = Readonly<Record<string, unknown>>;

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String) : [];
const configOf = ({ config }: ApiObject): Config =>
  typeof config === 'object' && config !== null ? (config as Config) : {};
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Which requests a policy acts on; undefined: every one. Of both forms. */
export const conditionOf = (policy: ApiObject): string | undefined =>
  textOf(policy['condition']) ?? textOf(configOf(policy)['condition']);

/** What a policy does with what it acts on, in words. */
export function thenText(policy: ApiObject): string {
  const config = configOf(policy);
  switch (policy['policy_type']) {
    case 'fallback':
      return `When ${textOf(config['model']) ?? 'a model'} fails, try ${textsOf(config['fallbacks']).join(', then ')}`;
    case 'model_group':
      return `${textOf(config['alias']) ?? 'A name'} stands for ${textsOf(config['models']).join(', ')}`;
    case 'routing_strategy':
      return `Order ${textOf(config['alias']) ?? 'every group'} by ${textOf(config['strategy']) ?? 'a strategy'}`;
    default:
      return ruleText(policy, config);
  }
}

function ruleText(policy: ApiObject, config: Config): string {
  const action = textOf(policy['action']) ?? textOf(config['action']);
  const own = textsOf(policy['target_models']);
  const targets = own.length > 0 ? own : textsOf(config['target_models']);
  return sentenceCase(effectText({ action: actionOf(action), target_models: targets }));
}

const actionOf = (text: string | undefined): 'permit' | 'deny' | 'prefer' =>
  text === 'deny' || text === 'prefer' ? text : 'permit';

/** Something that its writer should know of a policy. */
export interface Remark {
  readonly tone: Tone;
  readonly label: string;
  readonly text: string;
}

/** What a remark of an accepted policy is about, by how its message begins. */
const REMARKS: readonly (readonly [start: string, label: string, tone: Tone])[] = [
  ['never reached', 'Never reached', 'bad'],
  ['never holds', 'Never holds', 'bad'],
  ['overridden', 'Overridden', 'quiet'],
  ['reads metadata keys', 'Reads notes', 'waiting'],
];

const FAULTS: Readonly<Record<string, string>> = {
  Conflicted: 'Conflict',
  ConditionInvalid: 'Condition cannot be read',
  ReferenceNotFound: 'Model is missing',
};

/** Conflicts, rules that nothing reaches, missing models: what its conditions say beyond that all is well. */
export function remarksOf({ conditions = [] }: ApiObject): readonly Remark[] {
  return conditions.flatMap(({ type, status, reason, message }): Remark[] => {
    if (type !== 'Accepted' && type !== 'Enforced') return [];
    if (status === 'False') {
      return [
        { tone: 'bad', label: FAULTS[reason] ?? 'Not in force', text: sentenceCase(message) },
      ];
    }
    return REMARKS.filter(([start]) => message.toLowerCase().includes(start)).map(
      ([, label, tone]) => ({ tone, label, text: sentenceCase(message) }),
    );
  });
}
