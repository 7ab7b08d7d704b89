import type { ObjectSpend } from '@aicp/contracts/poll/spend-report';
import type { BudgetTerms } from './budget-terms.ts';
import { dollars, percentOf, wholeSeconds } from './figures/spend-figures.ts';
import { spendCondition, type SpendCondition } from './spend-statement.ts';

/** Why nothing is known of what a budget has spent. */
export interface Unknowing {
  readonly reason: 'NotReported' | 'NotInstalled' | 'NotTracked' | 'NotInForce';
  readonly message: string;
}

/** What is said of a budget of whose spend nothing is known. */
export const judgeUnknown = ({ reason, message }: Unknowing): SpendCondition[] => [
  spendCondition('NearLimit', 'Unknown', reason, message),
  spendCondition('Exceeded', 'Unknown', reason, message),
];

/** How near to its limit a budget is. Without an entry, it has spent nothing. */
export function judgeBudget(
  entry: ObjectSpend | undefined,
  terms: BudgetTerms,
  isBlocking: boolean,
): SpendCondition[] {
  if (!entry || entry.status === 'ok') {
    const message = entry ? shareIn(entry) : 'nothing is spent';
    return [spendCondition('NearLimit', 'False', 'WithinLimit', message), within(entry)];
  }
  const near = `${shareIn(entry)}; it warns from ${terms.softPercent} % on; ${again(entry)}`;
  if (entry.status === 'warning') {
    return [spendCondition('NearLimit', 'True', 'NearLimit', near), within(entry)];
  }
  return [
    spendCondition('NearLimit', 'True', 'NearLimit', near),
    exceeded(entry, terms, isBlocking),
  ];
}

/** That a budget is not exceeded, and what it refused all the same. */
function within(entry: ObjectSpend | undefined): SpendCondition {
  if (entry?.room === undefined) {
    const message = entry ? shareIn(entry) : 'nothing is spent';
    return spendCondition('Exceeded', 'False', 'WithinLimit', message);
  }
  const message = `${shareIn(entry)}; ${costlier(entry.room)} have been refused; ${again(entry)}`;
  return spendCondition('Exceeded', 'False', 'RequestsRefused', message);
}

function exceeded(entry: ObjectSpend, terms: BudgetTerms, isBlocking: boolean): SpendCondition {
  const { room } = entry;
  const which = room === undefined ? 'requests' : costlier(room);
  const message = `${shareIn(entry)}: ${which} ${consequence(entry, terms, isBlocking)}`;
  const reason = room === undefined ? 'LimitExceeded' : 'NoRoom';
  return spendCondition('Exceeded', 'True', reason, message);
}

const costlier = (room: string): string =>
  `requests that may cost more than the ${dollars(BigInt(room))} that is left`;

/** `$8.20 of $10 is spent (82 %)`. */
function shareIn({ spent, reserved, limit, of }: ObjectSpend): string {
  const [used, held] = [BigInt(spent), BigInt(reserved)];
  const who = of === undefined ? '' : ` by "${of}"`;
  if (limit === null) return `${dollars(used)} is spent${who}`;
  const bound = BigInt(limit);
  const under = held > 0n ? `, and ${dollars(held)} is reserved for requests under way` : '';
  return `${dollars(used)} of ${dollars(bound)} is spent${who} (${percentOf(used, bound)} %)${under}`;
}

const again = ({ resets_at }: ObjectSpend): string =>
  `the next window begins at ${wholeSeconds(resets_at)}`;

/** What becomes of requests. */
function consequence(entry: ObjectSpend, terms: BudgetTerms, isBlocking: boolean): string {
  if (!isBlocking) {
    return `pass, since features.budgetEnforcement of the ControlPlane is off; ${again(entry)}`;
  }
  if (terms.action === 'warn') return `pass, since its action is warn; ${again(entry)}`;
  const until = `until ${wholeSeconds(entry.resets_at)}, or until the limit is raised`;
  if (terms.action === 'downgrade') {
    return `are served by "${terms.downgradeTo ?? ''}", or refused where that may not serve them, ${until}`;
  }
  return `are refused with 429 insufficient_quota ${until}`;
}
