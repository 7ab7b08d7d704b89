import {
  DELIVERING_REASONS,
  ERROR_BUDGET_REASONS,
  FAILOVER_REASONS,
  LAST_FAILURE_REASONS,
  MET_REASONS,
  RENEWAL_REASONS,
  VERDICT_REASONS,
} from './found-reasons.ts';
import { REACHABLE_REASONS, TOOLS_CHANGED_REASONS } from './mcp-reasons.ts';
import { PRICE_REASONS, PRICES_KNOWN } from './price-reasons.ts';
import {
  ACCEPTED_REASONS,
  ENFORCED_REASONS,
  HEALTHY_REASONS,
  PROGRAMMED_REASONS,
  type Meaning,
} from './reasons.ts';
import { DELIVERY_REASONS, LIMIT_REASONS, OVERCOMMITTED_REASONS } from './spend-reasons.ts';

type Meanings = Readonly<Record<string, Meaning>>;

/** What conditions of each type repeat of Accepted and Programmed. */
const BOTH: Meanings = { ...ACCEPTED_REASONS, ...PROGRAMMED_REASONS };

/** What every reason of every type of condition means. */
export const MEANINGS: Readonly<Record<string, Meanings>> = {
  Accepted: ACCEPTED_REASONS,
  Programmed: PROGRAMMED_REASONS,
  Ready: BOTH,
  Reconciling: BOTH,
  Stalled: BOTH,
  Enforced: ENFORCED_REASONS,
  Healthy: HEALTHY_REASONS,
  [PRICES_KNOWN]: PRICE_REASONS,
  NearLimit: LIMIT_REASONS,
  Exceeded: LIMIT_REASONS,
  Overcommitted: OVERCOMMITTED_REASONS,
  UsageDelivered: DELIVERY_REASONS,
  Met: MET_REASONS,
  ErrorBudgetLeft: ERROR_BUDGET_REASONS,
  FailedOver: FAILOVER_REASONS,
  Flapping: FAILOVER_REASONS,
  Verdict: VERDICT_REASONS,
  Delivering: DELIVERING_REASONS,
  LastFailure: LAST_FAILURE_REASONS,
  RenewalDue: RENEWAL_REASONS,
  Reachable: REACHABLE_REASONS,
  ToolsChanged: TOOLS_CHANGED_REASONS,
};

/** What a condition means and what to do about it, as sentences for people; undefined for reasons of other versions. */
export function helpOf(type: string, reason: string): string | undefined {
  const meanings = Object.hasOwn(MEANINGS, type) ? MEANINGS[type] : undefined;
  const meaning = meanings && Object.hasOwn(meanings, reason) ? meanings[reason] : undefined;
  if (!meaning) return undefined;
  const { happened, remedy } = meaning;
  return remedy === '' ? sentence(happened) : `${sentence(happened)} ${sentence(remedy)}`;
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
