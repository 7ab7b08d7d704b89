import type { AuditChain } from '@aicp/api-kit/audit/audit-chain';
import type { Route } from '@aicp/api-kit/route/route';
import type { Background } from '@aicp/api-kit/service/service';
import { createAbtests } from './abtests/create-abtests.ts';
import type { AdminFloor } from './admin-floor.ts';
import type { AdminTables } from './database/tables.ts';
import { createEmitters } from './events/create-emitters.ts';
import { createSubscriptions } from './events/create-subscriptions.ts';
import type { FindingBoard } from './findings/finding-board.ts';
import { Leader } from './findings/leader.ts';
import type { ModelPrices } from './kinds/model/model-prices.ts';
import type { Services } from './resources/collections/create-services.ts';
import type { ObjectStore } from './resources/store.ts';
import { createSla } from './sla/create-sla.ts';

export interface ReliabilityParts extends AdminFloor {
  readonly chain: AuditChain<AdminTables>;
  readonly store: ObjectStore;
  readonly services: Services;
  readonly prices: ModelPrices;
  readonly board: FindingBoard;
}

/** How providers keep what they promise, how trials of models go, and who is told of what happens. One replica does for all what need be done but once. */
export function createReliability(parts: ReliabilityParts): {
  readonly routes: readonly Route[];
  readonly background: readonly Background[];
} {
  const { clock, config, database, events } = parts;
  const leader = new Leader({ database, replica: config.instance, clock });
  const common = { ...parts, leader, ledger: parts.ledger?.reader };
  const sla = createSla(common);
  const abtests = createAbtests({ ...common, violations: sla.violations });
  const subscriptions = createSubscriptions(common);
  return {
    routes: [...abtests.routes, ...sla.routes, ...subscriptions.routes],
    background: [
      { start: () => undefined, stop: () => events.close() },
      { start: () => undefined, stop: () => leader.leave() },
      createEmitters(common),
      ...subscriptions.background,
      ...sla.background,
      ...abtests.background,
    ],
  };
}
