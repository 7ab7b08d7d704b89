import type {
  GuardrailFragment,
  JudgeCredentialFragment,
} from '@aicp/contracts/snapshot/sections/guardrails';

const sourceOf = (name: string) => ({
  ...{ kind: 'Guardrail', name, uid: `Guardrail-${name}`, generation: 1 },
});

/** A guardrail that looks for e-mail addresses in requests, if nothing else is said. */
export const guardrail = (
  id: string,
  more: Partial<GuardrailFragment> = {},
): GuardrailFragment => ({
  source: sourceOf(id),
  id,
  mode: 'block',
  stages: ['input'],
  restore: false,
  unscannable: 'allow',
  onFail: 'block',
  detectors: [
    {
      ...{ id: 'pii', type: 'pii', action: 'redact' },
      patterns: [{ pattern: 'EMAIL_ADDRESS', action: 'redact' }],
    },
  ],
  ...more,
});

/** The token of a guardrail's judge. */
export const judgeCredential = (of: string, token: string): JudgeCredentialFragment => ({
  source: sourceOf(of),
  guardrail: of,
  token,
});

/** What a snapshot may hold of guardrails. */
export interface GuardrailFragments {
  readonly guardrails?: readonly GuardrailFragment[];
  readonly judgeCredentials?: readonly JudgeCredentialFragment[];
}

/** The same by the names of their sections. */
export const guardrailSections = ({ guardrails, judgeCredentials }: GuardrailFragments) => ({
  guardrails,
  'judge-credentials': judgeCredentials,
});
