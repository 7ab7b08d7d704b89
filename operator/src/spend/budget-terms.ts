import { nanoUsdOf } from '@aicp/contracts/budgets/usd-text';
import { z } from 'zod';

/** What sentences on a Budget are made of. */
export interface BudgetTerms {
  readonly action: 'block' | 'warn' | 'downgrade';
  readonly downgradeTo: string | undefined;
  /** `80` where it warns from 80 % of its limit on. */
  readonly softPercent: string;
  /** As the spec says it, without what is added for a while; undefined where it cannot be read. */
  readonly limit: bigint | undefined;
}

const decimal = z.union([z.int().min(0), z.string().regex(/^[0-9]+(\.[0-9]{1,9})?$/)]);

const spec = z.object({
  action: z.enum(['block', 'warn', 'downgrade']).catch('block'),
  downgradeTo: z.string().optional().catch(undefined),
  softLimitPercent: decimal.catch('0.8'),
  monthlyLimit: decimal.optional().catch(undefined),
  limitUsd: decimal.optional().catch(undefined),
});

const NANO_OF_PERCENT = 10_000_000n;

/** The terms of a Budget's spec, of whatever form. */
export function budgetTerms(written: unknown): BudgetTerms {
  const { action, downgradeTo, softLimitPercent, monthlyLimit, limitUsd } = spec.parse(
    written ?? {},
  );
  const limit = limitUsd ?? monthlyLimit;
  return {
    action,
    downgradeTo,
    softPercent: String(nanoUsdOf(softLimitPercent) / NANO_OF_PERCENT),
    limit: limit === undefined ? undefined : nanoUsdOf(limit),
  };
}
