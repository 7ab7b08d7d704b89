import type { GuardrailVerdict } from '@aicp/contracts/guardrails/verdict';
import type { Family, Labels } from './family.ts';

/** So many guardrails have series of their own; all others share one. */
const MOST_GUARDRAILS = 200;
const OTHER = 'other';

/** Counts what guardrails said, for Prometheus. Names come from the configuration alone, and are bounded. */
export class GuardrailCounts {
  private readonly names = new Set<string>();
  private readonly counts = new Map<string, { readonly labels: Labels; value: number }>();

  /** What those of one request said. */
  record(verdicts: readonly GuardrailVerdict[]): void {
    for (const { guardrail: name, stage, verdict, is_monitor: isMonitor } of verdicts) {
      const guardrail = this.nameOf(name);
      const labels = { guardrail, stage, verdict, mode: isMonitor ? 'monitor' : 'block' };
      const key = Object.values(labels).join(' ');
      const counted = this.counts.get(key);
      if (counted) counted.value += 1;
      else this.counts.set(key, { labels, value: 1 });
    }
  }

  families(): Family[] {
    return [
      {
        name: 'aicp_gateway_guardrail_verdicts_total',
        help: 'What guardrails said of requests and answers.',
        type: 'counter',
        samples: () => [...this.counts.values()],
      },
    ];
  }

  private nameOf(name: string): string {
    if (!this.names.has(name) && this.names.size >= MOST_GUARDRAILS) return OTHER;
    this.names.add(name);
    return name;
  }
}
