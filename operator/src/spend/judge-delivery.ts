import type { HealthReport } from '@aicp/contracts/poll/health-report';
import { spendCondition, type SpendCondition } from './spend-statement.ts';
import type { Unknowing } from './judge-budget.ts';

/** From which lag on gateways are behind, and down to which they stay so once they are, so that it does not waver; seconds. */
const BEHIND = { from: 60, until: 30 };

/** How long the oldest fact has waited, of each gateway that delivers, as they say themselves: also while the budget service says nothing. */
export const deliveryLags = (
  gateways: Iterable<{ readonly health?: HealthReport | undefined }>,
): number[] =>
  [...gateways].flatMap(({ health }) =>
    health?.delivery && health.delivery.mode !== 'off' ? [health.delivery.lag_seconds] : [],
  );

const told = (lag: number): string =>
  lag < 120 ? `${Math.floor(lag)} s` : `${Math.floor(lag / 60)} minutes`;

/** Whether the budget service has what gateways wrote down: by how long the oldest fact has waited that none has delivered, seconds. */
export function judgeDelivery(lag: number, wasBehind: boolean): SpendCondition {
  if (lag < (wasBehind ? BEHIND.until : BEHIND.from)) {
    const message = 'gateways deliver what was used within a minute';
    return spendCondition('UsageDelivered', 'True', 'Delivered', message);
  }
  const message = `the oldest fact that a gateway has not delivered has waited for ${told(lag)}: it is kept on the gateway's disk, and spend is counted late; look at the budget service, its database, and the log of the gateways`;
  return spendCondition('UsageDelivered', 'False', 'DeliveryBehind', message);
}

export const undelivered = ({ reason, message }: Unknowing): SpendCondition =>
  spendCondition('UsageDelivered', 'Unknown', reason, message);
