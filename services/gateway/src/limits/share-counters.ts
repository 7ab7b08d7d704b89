import type { Counters } from '@aicp/common/counters/counters';
import { MemoryCounters } from '@aicp/common/counters/memory-counters';
import { Board } from '@aicp/common/counters/redis/board';
import type { CountersChange } from '@aicp/common/counters/redis/membership';
import { openCounters, openStore } from '@aicp/common/counters/redis/open-counters';
import type { Logger } from '@aicp/common/log/logger';
import { Gauge, type Registry } from '@aicp/common/metrics/registry';
import type { Clock } from '@aicp/common/time/clock';
import type { GatewayConfig } from '../config/config.ts';
import { afterChange, NOT_HEARD_OF } from '../health/counting.ts';
import { SharedEvidence } from '../failover/shared-evidence.ts';
import { Fleet, STALE_MS } from '../health/fleet/fleet.ts';
import type { LiveSnapshot } from '../snapshot/live-snapshot.ts';
import type { Delivery } from '../usage/delivery/delivery.ts';
import { KnownMoney } from './known-money.ts';
import { Leases } from './leases/leases.ts';

/** For what no request waits for. */
const PATIENCE_MS = 1_000;

/** What replicas have in common. */
export interface Shared {
  readonly counters: Counters;
  /** What they leave of budgets. */
  readonly money: KnownMoney;
  /** Undefined where they share no server. */
  readonly fleet?: Fleet;
}

interface Parts {
  readonly log: Logger;
  readonly clock: Clock;
  readonly random: () => number;
}

interface Standing {
  readonly registry: Registry;
  readonly snapshot: LiveSnapshot;
  /** A name of this process that no other has, nor had. */
  readonly session: string;
  /** Where usage goes to the budget service; undefined where there is none. */
  readonly delivery: Delivery | undefined;
}

/**
 * Counters in the server that all replicas share, and what replicas tell one another there, where one is named; else counters in memory. Where there is a budget service,
 * a replica that counts alone spends of budgets what that one granted it.
 */
export async function shareCounters(
  config: GatewayConfig,
  { log, clock, random }: Parts,
  { registry, snapshot, session, delivery }: Standing,
): Promise<Shared> {
  const { redis: environment, instance, delivery: settings } = config;
  const expectedReplicas = (): number => snapshot.expectedReplicas();
  const store = environment && openStore(environment, random);
  let counting = NOT_HEARD_OF;
  const isAlone = (): boolean => !store || counting.mode !== 'shared';
  const hasDeliveredOlder = (): boolean => delivery?.outbox.hasDeliveredOlder ?? true;
  const leases =
    settings &&
    new Leases({
      ...{ settings, replica: instance, session, isAlone, hasDeliveredOlder },
      ...{ expectedReplicas, clock, log },
    });
  const sharing = (own: Counters): Pick<Shared, 'counters' | 'money'> => {
    const counters = leases?.over(own) ?? own;
    return { counters, money: new KnownMoney({ counters, clock, log }) };
  };
  if (!store) return sharing(new MemoryCounters(clock, expectedReplicas, leases?.book));
  const onChange = (change: CountersChange): void => {
    counting = afterChange(counting, change);
    snapshot.countsIn(counting);
  };
  const counters = await openCounters({
    ...{ store, environment, clock, random, log, registry, expectedReplicas, onChange },
    replica: session,
    allowance: leases?.book,
  });
  snapshot.countsIn(counting);
  const told = { store, replica: session, keptMs: STALE_MS, patienceMs: PATIENCE_MS };
  const board = new Board(told);
  const fleet = new Fleet({ board, seen: () => snapshot.groupMembers(), clock, log });
  registerFleet(registry, fleet);
  const aside = new Board({ ...told, topic: 'failovers' });
  snapshot.failovers.shareBy(new SharedEvidence({ board: aside, clock, log }));
  return { ...sharing(counters), fleet };
}

function registerFleet(registry: Registry, fleet: Fleet): void {
  new Gauge({
    name: 'aicp_fleet_replicas',
    help: 'Other gateways whose figures the strategies of this one go by',
    registers: [registry],
    collect() {
      this.set(fleet.size);
    },
  });
}
