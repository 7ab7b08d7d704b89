import type { Delivery } from '../usage/delivery/delivery.ts';
import { PARTS, type Part } from '../usage/delivery/outgoing.ts';
import type { Family } from './family.ts';

/** What there is to say of the way of records to the ledger; nothing where they stay in the journal. */
export function deliveryFamilies(delivery: Delivery | undefined): Family[] {
  if (!delivery) return [];
  const { counts, deliverer, outbox, setAside } = delivery;
  return [
    {
      ...single('delivery_lag_seconds', () => deliverer.lagSeconds),
      help: 'How long the oldest record that is not delivered has waited since its request ended.',
      type: 'gauge',
    },
    {
      ...single('left_bytes', () => outbox.leftBytes),
      help: 'Bytes on disk that are not delivered.',
      type: 'gauge',
    },
    {
      ...byPart('delivered_records_total', counts.delivered),
      help: 'Records that the budget service has taken.',
    },
    {
      ...byPart('refused_records_total', counts.refused),
      help: 'Records that the budget service could not read.',
    },
    {
      ...single('set_aside_records_total', () => counts.setAside),
      help: 'Records that the budget service failed at again and again, so that they were set aside.',
    },
    {
      ...single('set_aside_bytes', () => setAside.bytes),
      help: 'Bytes on disk of records that were set aside, and are tried again every hour.',
      type: 'gauge',
    },
    {
      ...single('summed_requests_total', () => counts.summed),
      help: 'Requests that were added up, since the bound of the disk forced their records out.',
    },
    {
      ...single('unreadable_lines_total', () => counts.unreadable),
      help: 'Lines of the journal that are in no record, since they cannot be read.',
    },
    {
      ...single('shed_decisions_total', () => counts.shedDecisions),
      help: 'Decision records that were given up: for want of room, or since the budget service did not take them.',
    },
    {
      ...single('delivery_failures_total', () => counts.failures),
      help: 'Batches that were not taken, and are sent again.',
    },
  ];
}

const single = (name: string, value: () => number) => ({
  name: `aicp_usage_${name}`,
  type: 'counter' as const,
  samples: () => [{ labels: {}, value: value() }],
});

const byPart = (name: string, counts: Readonly<Record<Part, number>>) => ({
  name: `aicp_usage_${name}`,
  type: 'counter' as const,
  samples: () => PARTS.map((part) => ({ labels: { part }, value: counts[part] })),
});
