import { totalOf } from '@aicp/contracts/usage/token-totals';
import type { UsageRecord } from '@aicp/contracts/usage/usage-record';
import type { Facts } from '../../usage/journal/facts.ts';

/** A request that has ended, as limits and budgets count it. */
export interface Counted {
  /** With all that it cost. */
  readonly record: UsageRecord;
  readonly tokens: number;
}

/**
 * Brings together the records of a batch, which is one request for limits, and has a record for each of its requests before its own. Where a process died between them, the
 * next one wrote them once more: each counts once, and those of a batch without a record of its own do not, since whoever settles the batch counts them.
 */
export class BatchSums {
  /** By batch, and then by request. */
  private readonly open = new Map<string, Map<string, UsageRecord>>();

  /** What is counted by now; undefined where that is to come. */
  add({ usage, batch }: Facts): Counted | undefined {
    if (batch !== undefined) {
      const parts = this.open.get(batch) ?? new Map<string, UsageRecord>();
      this.open.set(batch, parts.set(usage.id, usage));
      return undefined;
    }
    const parts = [...(this.open.get(usage.id)?.values() ?? [])];
    this.open.delete(usage.id);
    // What nobody knows the end of held an estimate, and gave it back when its process died.
    const own = usage.completion === 'unknown' ? 0 : totalOf(usage);
    return {
      record: parts.length === 0 ? usage : { ...usage, cost_nano_usd: costOf([usage, ...parts]) },
      tokens: parts.reduce((sum, part) => sum + totalOf(part), own),
    };
  }
}

const costOf = (records: readonly UsageRecord[]): number =>
  records.reduce(
    (sum, { cost_nano_usd: cost }) => Math.min(sum + (cost ?? 0), Number.MAX_SAFE_INTEGER),
    0,
  );
