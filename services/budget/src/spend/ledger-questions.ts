import type { Period } from '@aicp/contracts/spend/money-window';
import type { SpendSubject } from '@aicp/contracts/spend/spend-subject';
import type { SpendQuestion } from '@aicp/ledger/query/spent';
import type { ModelNames } from '../snapshot/model-names.ts';

/**
 * What the ledger is asked for what a subject spent; the answers are added up. Of a platform's model, what was spent under the names that organizations gave it
 * counts too, as far as the platform pays for it.
 */
export function ledgerQuestions(
  subject: SpendSubject,
  period: Period,
  models: Pick<ModelNames, 'heirsOf'> | undefined,
): SpendQuestion[] {
  const { scope, organization, value } = subject;
  const isPlatformModel = scope === 'model' && organization === undefined && value !== undefined;
  const heirs = isPlatformModel ? (models?.heirsOf(value) ?? []) : [];
  return [
    { subject, period },
    ...heirs.map((heir) => ({
      subject: { scope, organization: heir.organization, value: heir.value },
      period,
      payer: 'platform' as const,
    })),
  ];
}
