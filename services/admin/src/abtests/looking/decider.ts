import { Problem } from '@aicp/common/errors/problem';
import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import type { AbTestEndData } from '@aicp/contracts/events/change-events';
import type { EventDraft } from '@aicp/events/outbox/event-draft';
import { systemContext } from '../../kinds/access-grant/system-context.ts';
import { abTestData } from '../../events/watches/ab-test-watch.ts';
import { moved, VERBS } from '../../kinds/abtest/life-cycle.ts';
import type { CollectionService } from '../../resources/collections/collection-service.ts';
import type { ResultStore } from '../results/result-store.ts';
import type { TrialResults } from '../results/trial-results.ts';
import type { Trial } from './trial-of.ts';

export interface DeciderParts {
  readonly service: Pick<CollectionService, 'change'>;
  readonly results: Pick<ResultStore, 'of' | 'recommend'>;
  readonly emit: (drafts: readonly EventDraft[]) => Promise<unknown>;
  readonly clock: Clock;
  readonly log: Logger;
}

type Decision = 'promote' | 'rollback';

const EVENT_OF = { promote: 'abtest.promoted', rollback: 'abtest.rolled_back' } as const;

/** Ends trials that are to end by themselves. */
export class Decider {
  private readonly parts: DeciderParts;

  constructor(parts: DeciderParts) {
    this.parts = parts;
  }

  /** Moves the state, as a person would; where it is kept elsewhere, recommends that once. */
  async decide(trial: Trial, results: TrialResults): Promise<void> {
    const decision = decisionOf(trial, results);
    if (!decision) return;
    const { service, clock, log } = this.parts;
    const { name } = trial.object.metadata;
    try {
      await service.change(systemContext(`abtest-${trial.uid}`), trial.object, {
        action: decision,
        fields: ['state', 'startedAt'],
        change: ({ spec }) => moved(spec, VERBS[decision], { name: decision, at: clock.now() }),
      });
      log.info({ abtest: name, decision, reason: results.reason }, 'abtest_decided');
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 409) throw error;
      const { owner } = error.extensions;
      // Without an owner it is that somebody else has ended it meanwhile.
      if (typeof owner === 'string') await this.recommend({ trial, results, decision, owner });
    }
  }

  /** The event is written first: where noting it fails, the next turn writes none anew, as its id is the same. */
  private async recommend(recommendation: {
    readonly trial: Trial;
    readonly results: TrialResults;
    readonly decision: Decision;
    readonly owner: string;
  }): Promise<void> {
    const { trial, decision, owner } = recommendation;
    const known = await this.parts.results.of(trial.uid);
    if (known?.recommended === decision) return;
    await this.parts.emit([this.eventOf(recommendation)]);
    await this.parts.results.recommend(trial.uid, decision);
    const { name } = trial.object.metadata;
    this.parts.log.info({ abtest: name, decision, owner }, 'abtest_decision_recommended');
  }

  private eventOf(of: {
    readonly trial: Trial;
    readonly results: TrialResults;
    readonly decision: Decision;
    readonly owner: string;
  }): EventDraft {
    const { trial, results, decision, owner } = of;
    const { name } = trial.object.metadata;
    const data: AbTestEndData = {
      ...abTestData(trial.object, 'running'),
      recommendation: true,
      ...{ verdict: results.verdict, reason: results.reason, owner },
    };
    return {
      type: EVENT_OF[decision],
      uid: trial.uid,
      transition: `recommended ${trial.spec.startedAt ?? ''}`.trim(),
      at: new Date(this.parts.clock.now()),
      subject: `ABTest/${name}`,
      organization: trial.spec.organizationId,
      data,
    };
  }
}

/** What a trial does by itself: guard rails always hold; all else is as its spec says. */
function decisionOf({ spec }: Trial, results: TrialResults): Decision | undefined {
  const { verdict, recommendation } = results;
  if (verdict === 'guard_rail') return 'rollback';
  if (recommendation === 'promote' && spec.autoPromote) return 'promote';
  return recommendation === 'rollback' && spec.autoRollback ? 'rollback' : undefined;
}
