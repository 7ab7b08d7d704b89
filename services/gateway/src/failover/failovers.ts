import type { Logger } from '@aicp/common/log/logger';
import { BackgroundLoop } from '@aicp/common/time/background-loop';
import { MOST_REPORTED, type FailoverReport } from '@aicp/contracts/poll/health-report';
import type { FailoverRule } from '@aicp/contracts/routing/failover/failover-book';
import type {
  FailoverCourse,
  FailoverStates,
} from '@aicp/contracts/routing/failover/failover-moves';
import type { Family } from '../metrics/family.ts';
import type { ModelHealth } from '../health/model-health.ts';
import type { Runtime, RuntimeModel } from '../routing/runtime.ts';
import { identityOf, KeptRule, type RuleParts } from './kept-rule.ts';
import type { SharedEvidence } from './shared-evidence.ts';

/** Between two looks. */
const EVERY_MS = 1_000;

export interface FailoversOptions extends RuleParts {
  readonly log: Logger;
  /** A rule's state is another now. */
  readonly onChange?: () => void;
}

/**
 * How this replica stands to each FailoverRule. Once a second, beside the requests, it looks at what it has seen of the sources, and where replicas share a
 * server, at what the others have.
 */
export class Failovers implements FailoverStates {
  private readonly options: FailoversOptions;
  private readonly looks: BackgroundLoop;
  /** By metadata.uid. */
  private rules = new Map<string, KeptRule>();
  private sources: readonly ModelHealth[] = [];
  private shared: SharedEvidence | undefined;
  /** How often rules left their sources, by the rule's name. */
  private readonly left = new Map<string, number>();
  private readonly moved = new Map<string, number>();

  constructor(options: FailoversOptions) {
    this.options = options;
    this.looks = new BackgroundLoop({
      work: () => this.look(),
      everyMs: EVERY_MS,
      clock: options.clock,
      onFailure: (error) => {
        options.log.error({ err: error }, 'failover_look_failed');
      },
    });
  }

  /** Goes by what other replicas tell there as well, and tells them what it sees. */
  shareBy(shared: SharedEvidence): void {
    this.shared = shared;
  }

  /** Begins to look. */
  start(): void {
    this.looks.start();
  }

  async stop(): Promise<void> {
    await this.looks.stop();
    await this.shared?.leave();
  }

  /** Takes the rules of a snapshot. What is the same rule as before stands as it stood; another one begins anew. */
  take({ failovers, catalog }: Pick<Runtime, 'failovers' | 'catalog'>): void {
    const rules = new Map<string, KeptRule>();
    const watchers = new Map<ModelHealth, KeptRule['window'][]>();
    for (const rule of failovers.rules) {
      const before = this.rules.get(rule.uid);
      const isSame = before?.identity === identityOf(rule);
      const kept = isSame ? before : new KeptRule(rule, this.options);
      kept.isNow(rule, !hasTarget(rule, catalog));
      rules.set(rule.uid, kept);
      const { health } = rule.source;
      watchers.set(health, [...(watchers.get(health) ?? []), kept.window]);
    }
    for (const source of this.sources) source.watchers = [];
    for (const [source, windows] of watchers) source.watchers = windows;
    this.sources = [...watchers.keys()];
    this.rules = rules;
  }

  courseOf({ uid }: Pick<FailoverRule, 'uid'>): FailoverCourse {
    return this.rules.get(uid)?.machine.course() ?? 'watching';
  }

  /** A request was served by the target of a rule in the place of its source. */
  served(uid: string): void {
    const rule = this.rules.get(uid);
    if (!rule) return;
    rule.moved += 1;
    this.moved.set(rule.name, (this.moved.get(rule.name) ?? 0) + 1);
  }

  /** Looks at every rule once, now. */
  evaluate(): void {
    for (const rule of this.rules.values()) {
      if (rule.evaluate((key) => this.shared?.of(key))) this.tell(rule);
    }
  }

  /** How the rules stand; those that are not at their sources before others. */
  report(): FailoverReport[] {
    const reports = [...this.rules.values()].map((rule) => rule.report());
    reports.sort((a, b) => Number(a.state === 'watching') - Number(b.state === 'watching'));
    return reports.slice(0, MOST_REPORTED.failovers);
  }

  /** For Prometheus. */
  families(): Family[] {
    const counts = (of: ReadonlyMap<string, number>) => () =>
      [...new Set([...this.names(), ...of.keys()])].map((rule) => ({
        labels: { rule },
        value: of.get(rule) ?? 0,
      }));
    return [
      {
        name: 'aicp_gateway_failover_active',
        help: 'The part of the requests that the target of a FailoverRule serves in the place of its source, 0 to 1.',
        type: 'gauge',
        samples: () =>
          [...this.rules.values()].map(({ name, machine }) => ({
            labels: { rule: name },
            value: machine.share,
          })),
      },
      {
        name: 'aicp_gateway_failovers_total',
        help: 'How often a FailoverRule moved requests away from its source.',
        type: 'counter',
        samples: counts(this.left),
      },
      {
        name: 'aicp_gateway_failover_requests_total',
        help: 'Requests that the target of a FailoverRule served in the place of its source.',
        type: 'counter',
        samples: counts(this.moved),
      },
    ];
  }

  private names(): string[] {
    return [...this.rules.values()].map(({ name }) => name);
  }

  private async look(): Promise<void> {
    this.evaluate();
    const told = [...this.rules.values()].flatMap((rule) => rule.told());
    if (this.rules.size > 0) await this.shared?.exchange(told);
  }

  private tell(rule: KeptRule): void {
    const { log, onChange } = this.options;
    const { name, machine, trigger } = rule;
    if (machine.state === 'failed_over') {
      this.left.set(name, (this.left.get(name) ?? 0) + 1);
      log.warn({ rule: name, trigger, flapping: machine.isFlapping }, 'failover_began');
    } else if (machine.state === 'probing') log.info({ rule: name }, 'failover_probes');
    else log.info({ rule: name }, 'failover_ended');
    onChange?.();
  }
}

/** Whether a model that can be asked serves by the target's name. */
function hasTarget(
  { target, organization }: FailoverRule<RuntimeModel>,
  catalog: Runtime['catalog'],
): boolean {
  const found = catalog.named(target, { organization });
  if (!found) return false;
  const models = found.kind === 'group' ? found.members.map(({ model }) => model) : [found];
  return models.some(({ provider }) => provider.unusable === undefined);
}
