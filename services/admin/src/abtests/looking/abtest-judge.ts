import { describeError } from '@aicp/common/kubernetes/errors';
import type { Logger } from '@aicp/common/log/logger';
import { BackgroundLoop } from '@aicp/common/time/background-loop';
import type { Clock } from '@aicp/common/time/clock';
import { abtest } from '@aicp/crds/abtest';
import type { Background } from '@aicp/api-kit/service/service';
import type { FindingBoard } from '../../findings/finding-board.ts';
import type { Leader } from '../../findings/leader.ts';
import type { ObjectStore } from '../../resources/store.ts';
import { findingOf } from '../results/finding-of.ts';
import type { ResultStore } from '../results/result-store.ts';
import type { Decider } from './decider.ts';
import { trialOf, type Trial } from './trial-of.ts';
import type { TrialWatch } from './trial-watch.ts';

export interface AbtestJudgeParts {
  readonly store: Pick<ObjectStore, 'list' | 'find' | 'hasSynced'>;
  readonly watch: Pick<TrialWatch, 'look'>;
  readonly results: ResultStore;
  readonly decider: Pick<Decider, 'decide'>;
  readonly leader: Pick<Leader, 'takes'>;
  readonly board: Pick<FindingBoard, 'put'>;
  readonly ready: () => Promise<unknown>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The wait between turns, ms. */
const EVERY_MS = 30_000;
/** Looking takes one part in so many of the time at most, however many requests there are. */
const REST = 20;

/** Looks at all running trials again and again, decides those that are to decide by themselves, and tells the operator. One replica does it for all. */
export class AbtestJudge implements Background {
  private readonly parts: AbtestJudgeParts;
  private readonly loop: BackgroundLoop;
  private restUntilMs = 0;

  constructor(parts: AbtestJudgeParts) {
    this.parts = parts;
    const { clock, log, ready } = parts;
    this.loop = new BackgroundLoop({
      work: () => this.turn(),
      everyMs: EVERY_MS,
      clock,
      ready,
      onFailure: (error, failures) => {
        if (failures === 1) log.warn({ reason: describeError(error) }, 'abtests_not_judged');
      },
    });
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }

  /** One turn: nothing where another replica does it, or the last one took long. */
  async turn(): Promise<void> {
    const { store, leader, clock, results } = this.parts;
    if (!store.hasSynced || !(await leader.takes('abtests'))) return;
    const beganMs = clock.now();
    const trials = this.trials();
    await results.retain(trials.map(({ uid }) => uid));
    if (beganMs >= this.restUntilMs) {
      for (const trial of trials.filter(({ spec }) => spec.state === 'running')) {
        // Looking may take longer than the duty is ours for.
        if (!(await leader.takes('abtests'))) return;
        await this.judge(trial);
      }
      this.restUntilMs = clock.now() + REST * (clock.now() - beganMs);
    }
    await this.tell();
  }

  /** What one trial fails by keeps nobody from the others. */
  private async judge(trial: Trial): Promise<void> {
    const { watch, decider, log } = this.parts;
    try {
      await decider.decide(trial, await watch.look(trial));
    } catch (error) {
      const { name } = trial.object.metadata;
      log.warn({ abtest: name, reason: describeError(error) }, 'abtest_not_judged');
    }
  }

  private trials(): Trial[] {
    const { store } = this.parts;
    return store.list(abtest).flatMap((object) => trialOf(store, object) ?? []);
  }

  private async tell(): Promise<void> {
    const { board, results } = this.parts;
    const known = await results.all();
    await board.put('ABTest', known.map(findingOf));
  }
}
