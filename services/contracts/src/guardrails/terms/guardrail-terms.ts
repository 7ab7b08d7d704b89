import type { DetectorSpec } from '@aicp/crds/detector';
import type { GuardrailSpec } from '@aicp/crds/guardrail';
import type { DetectorTerms } from '../../snapshot/sections/guardrails.ts';
import { isPiiEntity } from '../entities.ts';
import { isSeen } from '../keywords.ts';

type Action = DetectorTerms['action'];
type Pattern = NonNullable<DetectorTerms['patterns']>[number];

/** The ids of what guardrails bring: no Detector has to be made for them. */
export const BUILT_IN_DETECTORS = ['pii', 'secrets', 'injection'] as const;
export type BuiltInDetector = (typeof BUILT_IN_DETECTORS)[number];

/** The id of what a guardrail's own keywords are looked for by. */
export const KEYWORDS = 'keywords';

/** What findings of a guardrail's own keywords are called: what the word is, is told to nobody. */
const KEYWORD_LABEL = 'BLOCKED_KEYWORD';

/** A detector of ours, with all that it knows. */
export const builtInTerms = (id: BuiltInDetector, action: Action): DetectorTerms => ({
  id,
  type: id,
  action,
});

/** What a Detector looks for. Where it names no pattern, what it finds is flagged. */
export function termsOfDetector(id: string, { detectorType, config }: DetectorSpec): DetectorTerms {
  const terms: DetectorTerms = { id, type: detectorType, action: 'flag' };
  const { patterns = [] } = config;
  return patterns.length === 0 ? terms : { ...terms, patterns };
}

/**
 * What a Guardrail looks for, in the order in which it is told: what it switches on, its keywords, then the Detectors that it names. Of the
 * kinds of personal data that it names, those that are known; where none is, all: it names too little rather than nothing.
 */
export function guardrailTerms(
  spec: GuardrailSpec,
  detectors: readonly DetectorTerms[],
): DetectorTerms[] {
  return [
    ...(spec.enablePiiDetection ? [personal(spec)] : []),
    ...(spec.enableSecretsDetection ? [builtInTerms('secrets', actionOf(spec.secretsAction))] : []),
    ...(spec.enablePromptInjection ? [builtInTerms('injection', 'block')] : []),
    ...keywords(spec),
    ...detectors,
  ];
}

function personal({ piiAction, piiEntities = [] }: GuardrailSpec): DetectorTerms {
  const action = actionOf(piiAction);
  const terms = builtInTerms('pii', action);
  const known = piiEntities.filter(isPiiEntity);
  return known.length === 0
    ? terms
    : { ...terms, patterns: known.map((pattern): Pattern => ({ pattern, action })) };
}

function keywords({ blockedKeywords = [] }: GuardrailSpec): DetectorTerms[] {
  const patterns = blockedKeywords
    .filter(isSeen)
    .map((pattern): Pattern => ({ pattern, label: KEYWORD_LABEL, action: 'block' }));
  return patterns.length === 0
    ? []
    : [{ id: KEYWORDS, type: 'keyword', action: 'block', patterns }];
}

/** What a guardrail does with what it finds, as detectors say it. */
export const actionOf = (action: GuardrailSpec['piiAction']): Action =>
  action === 'anonymize' ? 'redact' : action;
