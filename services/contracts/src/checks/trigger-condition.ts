import { cutText } from '../routing/request/chat-facts.ts';

export const TRIGGER_METRICS = [
  'error_rate',
  'p50_ms',
  'p95_ms',
  'p99_ms',
  'ttft_p95_ms',
  'availability',
] as const;

/** Characters of a condition that a message shows. */
const SHOWN = 64;

const TEST = /^([A-Za-z0-9_]+) *(>=|<=|>|<) *([0-9]{1,12}(?:\.[0-9]{1,9})?)$/;

/** What is wrong with the condition of a failover rule; undefined where nothing is. */
export function triggerFault(condition: string): string | undefined {
  for (const part of condition.split(/\s+(?:AND|OR)\s+/)) {
    const [, metric] = TEST.exec(part.trim()) ?? [];
    if (metric === undefined) {
      return `"${cutText(part.trim(), SHOWN)}" cannot be read: write a metric, a comparison and a number, such as error_rate > 0.05, joined by AND or OR`;
    }
    if (!(TRIGGER_METRICS as readonly string[]).includes(metric)) {
      return `there is no metric ${cutText(metric, SHOWN)}: use one of ${TRIGGER_METRICS.join(', ')}`;
    }
  }
  return undefined;
}
