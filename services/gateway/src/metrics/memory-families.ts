import type { Admission } from '../memory/admission.ts';
import type { ByteBudget } from '../memory/byte-budget.ts';
import type { RequestMemory } from '../memory/request-memory.ts';
import type { Journal } from '../usage/journal/journal.ts';
import type { Family } from './family.ts';

type Held = Pick<ByteBudget, 'used' | 'limit' | 'refused'>;

/** Who holds memory for requests. */
export interface HeldMemory {
  readonly admission: Pick<Admission, 'limit' | 'shed'>;
  readonly memory: RequestMemory;
  readonly answerBytes: ByteBudget;
  readonly errorBytes: ByteBudget;
  readonly journal: Pick<Journal, 'backlogBytes' | 'counts'> & {
    readonly limits: Pick<Journal['limits'], 'backlogBytes'>;
  };
}

/** How many requests may be under way, and what the gateway holds in memory for them, by kind and within which bounds, for Prometheus. */
export function memoryFamilies(gateway: HeldMemory): Family[] {
  const { admission, memory, answerBytes, errorBytes, journal } = gateway;
  const kinds = (): readonly (readonly [string, Held])[] => [
    ['requests', memory.all],
    ['large_requests', memory.large],
    ['answers', answerBytes],
    ['errors', errorBytes],
    [
      'journal_backlog',
      {
        used: journal.backlogBytes,
        limit: journal.limits.backlogBytes,
        refused: journal.counts.dropped,
      },
    ],
  ];
  const samples = (valueOf: (held: Held) => number) => () =>
    kinds().map(([kind, held]) => ({ labels: { kind }, value: valueOf(held) }));
  return [
    {
      name: 'aicp_gateway_requests_limit',
      help: 'Requests that may be under way at a time.',
      type: 'gauge',
      samples: () => [{ labels: {}, value: admission.limit }],
    },
    {
      name: 'aicp_requests_shed_total',
      help: 'Requests that were turned away since too many were under way, their bodies left no room, or their key or organization had its share.',
      type: 'counter',
      samples: () =>
        Object.entries(admission.shed).map(([reason, value]) => ({ labels: { reason }, value })),
    },
    {
      name: 'aicp_gateway_held_bytes',
      help: 'Bytes that are held in memory now.',
      type: 'gauge',
      samples: samples(({ used }) => used),
    },
    {
      name: 'aicp_gateway_held_limit_bytes',
      help: 'Bytes that may be held in memory at a time.',
      type: 'gauge',
      samples: samples(({ limit }) => limit),
    },
    {
      name: 'aicp_gateway_held_refusals_total',
      help: 'How often there was no room in memory for more, or their key or organization had its share.',
      type: 'counter',
      samples: samples(({ refused }) => refused),
    },
  ];
}
