import type { ApiObject } from '../../api/api-object.ts';
import type { RecordColumn } from '../../records/kit/record-list-props.ts';
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

/** What a guardrail looks for, in words. */
export function looksForText(guardrail: ApiObject): string {
  const found = [
    ...SWITCHES.flatMap(([field, text]) => (guardrail[field] === true ? [text] : [])),
    ...counted(countOf(guardrail['blocked_keywords']), 'forbidden word', 'forbidden words'),
    ...counted(countOf(guardrail['detectors']), 'detector', 'detectors'),
    ...(guardrail['external'] ? ['a service of yours'] : []),
  ];
  return found.length === 0 ? 'Nothing' : found.join(', ');
}

/** What guardrails look for, in one column. */
export const looksForColumn: RecordColumn<ApiObject> = {
  ...{ field: 'looks_for', title: 'Looks for', isComputed: true },
  cell: looksForText,
};
