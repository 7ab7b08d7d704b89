import type { CacheTrail } from '../cache/cache-trail.ts';
import { totalOf } from '@aicp/contracts/usage/token-totals';
import type { SharedCounts } from '../cache/shared/shared-counts.ts';
import type { Family, Sample } from './family.ts';

interface CacheSize {
  readonly entries: number;
  readonly bytes: number;
}

/** Counts what the cache had to do with requests, for Prometheus. Reasons are words of this program, and few. */
export class CacheCounts {
  private readonly outcomes = new Map<string, number>();
  private savedUsd = 0;
  private savedTokens = 0;

  record(trail: CacheTrail): void {
    const reason = reasonOf(trail);
    const name = `${trail.state} ${reason}`;
    this.outcomes.set(name, (this.outcomes.get(name) ?? 0) + 1);
    if (trail.state !== 'hit') return;
    this.savedUsd += (trail.answer.costNanoUsd ?? 0) / 1e9;
    this.savedTokens += totalOf(trail.answer.tokens);
  }

  /** `size`: what is kept now. */
  families(size: () => CacheSize & { readonly alike: CacheSize }): Family[] {
    const one = (value: number) => [{ labels: {}, value }];
    return [
      {
        name: 'aicp_gateway_cache_requests_total',
        help: 'Requests by what the cache had to do with them, where it is on.',
        type: 'counter',
        samples: () =>
          [...this.outcomes].map(([name, value]) => {
            const [outcome = '', reason = ''] = name.split(' ');
            return { labels: { outcome, reason }, value };
          }),
      },
      {
        name: 'aicp_gateway_cache_saved_usd_total',
        help: 'What the answers of the cache cost when providers gave them.',
        type: 'counter',
        samples: () => one(this.savedUsd),
      },
      {
        name: 'aicp_gateway_cache_saved_tokens_total',
        help: 'Tokens that the answers of the cache took when providers gave them.',
        type: 'counter',
        samples: () => one(this.savedTokens),
      },
      {
        name: 'aicp_gateway_cache_entries',
        help: 'Answers in the cache.',
        type: 'gauge',
        samples: () => one(size().entries),
      },
      {
        name: 'aicp_gateway_cache_bytes',
        help: 'Bytes of memory that the cache takes of its bound.',
        type: 'gauge',
        samples: () => one(size().bytes),
      },
      {
        name: 'aicp_gateway_cache_alike_entries',
        help: 'Questions in the cache that others are compared with.',
        type: 'gauge',
        samples: () => one(size().alike.entries),
      },
      {
        name: 'aicp_gateway_cache_alike_bytes',
        help: 'Bytes of memory that they take of their bound.',
        type: 'gauge',
        samples: () => one(size().alike.bytes),
      },
    ];
  }
}

function reasonOf(trail: CacheTrail): string {
  if (trail.state === 'bypass') return trail.reason;
  return trail.state === 'hit' && trail.isAlike === true ? 'alike' : '';
}

/** What came of the answers that gateways share. */
export const sharedCacheFamilies = ({ reads, writes }: SharedCounts): Family[] => [
  {
    name: 'aicp_gateway_cache_shared_gets_total',
    help: 'Questions of requests to the cache that gateways share.',
    type: 'counter',
    samples: () => outcomesOf(reads),
  },
  {
    name: 'aicp_gateway_cache_shared_puts_total',
    help: 'Answers for the cache that gateways share.',
    type: 'counter',
    samples: () => outcomesOf(writes),
  },
];

/** What came of the questions of which gateways tell one another. */
export const sharedQuestionFamilies = ({ reads, writes }: SharedCounts): Family[] => [
  {
    name: 'aicp_gateway_cache_alike_gets_total',
    help: 'How often it was read which questions other gateways know the answers to.',
    type: 'counter',
    samples: () => outcomesOf(reads),
  },
  {
    name: 'aicp_gateway_cache_alike_puts_total',
    help: 'Questions of which other gateways were told.',
    type: 'counter',
    samples: () => outcomesOf(writes),
  },
];

const outcomesOf = (counts: ReadonlyMap<string, number>): Sample[] =>
  [...counts].map(([outcome, value]) => ({ labels: { outcome }, value }));
