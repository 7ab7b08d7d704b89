import type { ApiObject } from '../../api/api-object.ts';
import { countText } from '../../ui/text/format-number.ts';

const SWITCHES: readonly (readonly [field: string, text: string])[] = [
  ['enable_pii_detection', 'personal data'],
  ['enable_secrets_detection', 'secrets'],
  ['enable_prompt_injection', 'prompt injection'],
  ['enable_toxicity', 'toxic language'],
];

const countOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

const counted = (count: number, one: string, many: string): readonly string[] =>
  count === 0 ? [] : [`${countText(count)} ${count === 1 ? one : many}`];

/**
 * What a guardrail looks for, in words. `isPartlyTold`: the reader is of an organization and the guardrail is the platform's, which keeps from
 * organizations its words, its detectors and its service.
 */
export function looksForText(guardrail: ApiObject, isPartlyTold = false): string {
  const found = [
    ...SWITCHES.flatMap(([field, text]) => (guardrail[field] === true ? [text] : [])),
    ...counted(countOf(guardrail['blocked_keywords']), 'forbidden word', 'forbidden words'),
    ...counted(countOf(guardrail['detectors']), 'detector', 'detectors'),
    ...(guardrail['external'] ? ['a service of yours'] : []),
  ];
  if (found.length > 0) return found.join(', ');
  return isPartlyTold ? 'What the platform chose' : 'Nothing';
}
