import type { Background } from '@aicp/api-kit/service/service';
import type { Logger } from '@aicp/common/log/logger';
import { BackgroundLoop } from '@aicp/common/time/background-loop';
import type { Clock } from '@aicp/common/time/clock';
import { model } from '@aicp/crds/model';
import { provider } from '@aicp/crds/provider';
import { slaDefinition } from '@aicp/crds/sla-definition';
import type { LedgerReader } from '@aicp/ledger/query/ledger-reader';
import type { FindingBoard } from '../findings/finding-board.ts';
import type { Leader } from '../findings/leader.ts';
import type { ObjectStore } from '../resources/store.ts';
import { evaluate, windowsOf } from './evaluation/evaluate.ts';
import type { Standing } from './evaluation/standing.ts';
import type { Objective } from './objectives/objective.ts';
import { objectivesOf } from './objectives/objectives-of.ts';
import { slaFindings } from './sla-findings.ts';
import type { SlaMetrics } from './sla-metrics.ts';
import type { ViolationKeeper } from './violations/violation-keeper.ts';

/** So often SLAs are evaluated, ms. */
const EVERY_MS = 30_000;

export interface SlaMonitorOptions {
  readonly store: Pick<ObjectStore, 'list' | 'hasSynced'>;
  readonly ledger: Pick<LedgerReader, 'latencyWindows'>;
  readonly leader: Pick<Leader, 'takes'>;
  readonly board: Pick<FindingBoard, 'put'>;
  readonly violations: Pick<ViolationKeeper, 'apply'>;
  readonly metrics: Pick<SlaMetrics, 'evaluated' | 'forget'>;
  /** Resolves when there are the tables. */
  readonly ready: () => Promise<unknown>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Evaluates every SLA again and again, on one replica of all. */
export class SlaMonitor implements Background {
  private readonly options: SlaMonitorOptions;
  private readonly loop: BackgroundLoop;

  constructor(options: SlaMonitorOptions) {
    this.options = options;
    const { clock, log, ready } = options;
    this.loop = new BackgroundLoop({
      work: () => this.look(),
      everyMs: EVERY_MS,
      clock,
      ready,
      onFailure: (error, failures) => {
        log[failures === 1 ? 'info' : 'warn']({ err: error, failures }, 'slas_not_evaluated');
      },
    });
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }

  private async look(): Promise<void> {
    const { store, leader, board, violations, metrics, clock } = this.options;
    // Without all objects, what is promised would seem to be gone.
    if (!store.hasSynced) return;
    if (!(await leader.takes('sla'))) {
      metrics.forget();
      return;
    }
    const startedAt = clock.monotonic();
    const nowMs = clock.now();
    const standings = await this.standings(nowMs);
    const open = await violations.apply(standings, nowMs);
    await board.put('SLADefinition', slaFindings(standings, nowMs));
    metrics.evaluated(standings, open, { nowMs, tookMs: clock.monotonic() - startedAt });
  }

  private async standings(nowMs: number): Promise<Standing[]> {
    const { store, ledger } = this.options;
    const objectives = objectivesOf({
      definitions: store.list(slaDefinition),
      models: store.list(model),
      providers: store.list(provider),
    });
    const standings: Standing[] = [];
    for (const [name, ofProvider] of byProvider(objectives)) {
      const windows = ofProvider.flatMap(windowsOf);
      const sinceMs = Math.max(...ofProvider.map((one) => one.sinceMs));
      const modelsSinceMs = new Map(ofProvider.flatMap((one) => [...one.modelsSinceMs]));
      const facts = await ledger.latencyWindows({
        ...{ provider: name, nowMs, windows, sinceMs, modelsSinceMs },
      });
      standings.push(...ofProvider.map((objective) => evaluate(objective, facts)));
    }
    return standings;
  }
}

function byProvider(objectives: readonly Objective[]): ReadonlyMap<string, Objective[]> {
  const all = new Map<string, Objective[]>();
  for (const objective of objectives) {
    all.set(objective.provider, [...(all.get(objective.provider) ?? []), objective]);
  }
  return all;
}
