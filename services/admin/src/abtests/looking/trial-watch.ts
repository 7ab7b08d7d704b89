import type { Clock } from '@aicp/common/time/clock';
import type { LedgerReader } from '@aicp/ledger/query/ledger-reader';
import type { TrialArm } from '@aicp/ledger/query/trials/trial-arms';
import type { TrialQuery } from '@aicp/ledger/query/trials/trial-query';
import { requireLedger } from '../../spend/ledger/require-ledger.ts';
import type { KnownResult, ResultStore } from '../results/result-store.ts';
import { resultsOf, type TrialResults } from '../results/trial-results.ts';
import { violationOf, type OpenViolations } from './open-violations.ts';
import type { ArmModel, Trial } from './trial-of.ts';

export interface TrialWatchParts {
  /** Undefined where there is none. */
  readonly ledger: Pick<LedgerReader, 'trialArms'> | undefined;
  readonly results: ResultStore;
  /** Absent: nobody evaluates agreements. */
  readonly violations?: OpenViolations | undefined;
  /** What a request of so many tokens costs, nano-USD; undefined where nobody knows. */
  readonly costOf: (model: string, tokens: { input: number; output: number }) => number | undefined;
  readonly clock: Clock;
}

/** Looks at what became of the requests of trials, and keeps it. */
export class TrialWatch {
  private readonly parts: TrialWatchParts;

  constructor(parts: TrialWatchParts) {
    this.parts = parts;
  }

  /** Throws a Problem (503) in an installation without a ledger. */
  async look(trial: Trial): Promise<TrialResults> {
    const { clock, results, violations } = this.parts;
    const ledger = requireLedger(this.parts.ledger);
    const atMs = clock.now();
    const known = await results.of(trial.uid);
    const split = splitOf(trial, known, atMs);
    const arms = await ledger.trialArms(queryOf(trial, split.sinceMs));
    const open = (await violations?.active(undefined)) ?? [];
    const found = resultsOf({
      spec: trial.spec,
      arms,
      atMs,
      sinceMs: trial.sinceMs,
      violation: violationOf(trial, open),
      priceRatio: this.priceRatio(trial, arms.base),
    });
    await results.keep({
      uid: trial.uid,
      name: trial.object.metadata.name,
      at: new Date(atMs),
      split_percent: split.percent,
      split_since: new Date(split.sinceMs),
      results: found,
    });
    return found;
  }

  /** How many times what the base's mean answer costs it would cost with the variant's prices. */
  private priceRatio({ models }: Trial, base: TrialArm): number | undefined {
    if (base.answered === 0) return undefined;
    const tokens = {
      input: Math.round(base.tokensIn / base.answered),
      output: Math.round(base.tokensOut / base.answered),
    };
    const priced = ({ name }: ArmModel): number | undefined =>
      name === undefined ? undefined : this.parts.costOf(name, tokens);
    const [of, by] = [priced(models.base), priced(models.variant)];
    return of === undefined || by === undefined || of === 0 ? undefined : by / of;
  }
}

/** Since when units are assigned by the split that is now: a change is seen at the next look. */
function splitOf({ spec, sinceMs }: Trial, known: KnownResult | undefined, nowMs: number) {
  const percent = Number(spec.trafficSplitPercent);
  if (!known) return { percent, sinceMs };
  const isSame = known.split_percent === percent;
  return { percent, sinceMs: isSame ? known.split_since.getTime() : nowMs };
}

const queryOf = ({ object, spec, models, sinceMs }: Trial, splitSinceMs: number): TrialQuery => ({
  test: object.metadata.name,
  unit: spec.stickyBy,
  sinceMs,
  organization: spec.organizationId,
  splitSinceMs,
  models: { base: models.base.id, variant: models.variant.id },
});
