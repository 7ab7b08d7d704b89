import { isPiiEntity } from '../guardrails/entities.ts';
import { isSeen } from '../guardrails/keywords.ts';
import { type Fault, patternFault } from './pattern-fault.ts';

type Fields = Readonly<Record<string, unknown>>;

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

/** What can be wrong with the text of a pattern, by the type of its detector. Secrets are looked for by patterns of ours alone. */
const PATTERN_FAULTS: Readonly<Record<string, (pattern: string) => string | undefined>> = {
  regex: patternFault,
  keyword: keywordFault,
  pii: entityFault,
  secrets: () =>
    'a secrets detector brings its patterns: take this one out, or write a regex detector',
};

/** What is wrong with a Detector that its schema takes. */
export function detectorFaults({ detectorType, config }: Fields): readonly Fault[] {
  const faultOf = typeof detectorType === 'string' ? PATTERN_FAULTS[detectorType] : undefined;
  if (!faultOf) return [];
  return listOf(fieldsOf(config)['patterns']).flatMap((item, index) => {
    const { pattern } = fieldsOf(item);
    const message = typeof pattern === 'string' ? faultOf(pattern) : undefined;
    return message === undefined
      ? []
      : [{ path: ['config', 'patterns', index, 'pattern'], message }];
  });
}

/** What is wrong with a Guardrail that its schema takes. */
export function guardrailFaults(spec: Fields): readonly Fault[] {
  return [
    ...faultsIn('piiEntities', spec, entityFault),
    ...faultsIn('blockedKeywords', spec, keywordFault),
    ...toxicityFaults(spec),
  ];
}

const faultsIn = (
  field: string,
  spec: Fields,
  faultOf: (text: string) => string | undefined,
): readonly Fault[] =>
  listOf(spec[field]).flatMap((text, index) => {
    const message = typeof text === 'string' ? faultOf(text) : undefined;
    return message === undefined ? [] : [{ path: [field, index], message }];
  });

/** Nothing of ours tells toxic language. */
function toxicityFaults({ enableToxicity, external }: Fields): readonly Fault[] {
  const { type } = fieldsOf(external);
  if (enableToxicity !== true || type === 'openai_moderation' || type === 'http') return [];
  const message =
    'toxic language is found by a judge alone: set external, of type openai_moderation or http, or switch this off';
  return [{ path: ['enableToxicity'], message }];
}

function entityFault(name: string): string | undefined {
  return isPiiEntity(name)
    ? undefined
    : `"${name}" is no kind of personal data that is looked for: write one such as CREDIT_CARD or EMAIL_ADDRESS, or take it out`;
}

function keywordFault(word: string): string | undefined {
  return isSeen(word) ? undefined : 'holds nothing but space: write a word, or take it out';
}
