import type { Period } from '@aicp/contracts/spend/money-window';
import type { SpendSubject } from '@aicp/contracts/spend/spend-subject';
import type { ModelHeirs } from '@aicp/contracts/spend/model-heirs';
import type { SpendQuestion } from './spent.ts';

/**
 * What the ledger is asked for what a subject spent; the answers are added up. Of a platform's model, what was spent under the names that organizations gave it
 * counts too, as far as the platform pays for it.
 */
export function ledgerQuestions(
  subject: SpendSubject,
  period: Period,
  heirs: Pick<ModelHeirs, 'of'> | undefined,
): SpendQuestion[] {
  const { scope, organization, value } = subject;
  const isPlatformModel = scope === 'model' && organization === undefined && value !== undefined;
  const own = isPlatformModel ? (heirs?.of(value) ?? []) : [];
  return [
    { subject, period },
    ...own.map((heir) => ({
      subject: { scope, organization: heir.organization, value: heir.value },
      period,
      payer: 'platform' as const,
    })),
  ];
}
