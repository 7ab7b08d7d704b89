import { percentText, usdText, usdTexts } from '../../../ui/text/format-number.ts';
import type { BudgetStanding } from './budget-standing.ts';

/** How a budget with a limit stands, in words whose amounts come to that limit. */
export function standingText(
  { reserved = 0, remaining }: BudgetStanding,
  { limit, spent }: { readonly limit: number; readonly spent: number },
): string {
  const [spentUsd, reservedUsd, leftUsd] = usdTexts([spent, reserved, remaining ?? 0]);
  const parts = [
    `${spentUsd ?? ''} spent (${percentText(spent / limit)})`,
    ...(reserved > 0 ? [`${reservedUsd ?? ''} reserved for requests under way`] : []),
    ...(remaining === undefined ? [] : [`${leftUsd ?? ''} left`]),
  ];
  return `${parts.join(', ')} of ${usdText(limit)}`;
}
