import { nearedBy, passedBy, refusing, standingText, type Standing } from '../money/standing.ts';

/** What there is to say of an estimate; null: nothing. */
export function warningOf(options: {
  readonly cost: bigint | undefined;
  /** Undefined where somebody's spend is not known now. */
  readonly standings: readonly Standing[] | undefined;
  readonly model: string;
  /** Whether the prompt is longer than the model takes. */
  readonly isTooLong: boolean;
}): string | null {
  const { cost, standings, model, isTooLong } = options;
  if (isTooLong) return `The prompt has more tokens than the model "${model}" takes.`;
  if (cost === undefined) return `The model "${model}" has no price: what it costs is not known.`;
  if (!standings) return 'What was spent is not known: no ledger answers.';
  return ofBudgets(standings, cost);
}

function ofBudgets(standings: readonly Standing[], cost: bigint): string | null {
  const refused = refusing(standings, cost);
  if (refused) return `This request would pass ${standingText(refused)}.`;
  const passed = passedBy(standings, cost);
  if (passed) {
    const { action, downgradeTo } = passed.budget;
    const then =
      action === 'downgrade' && downgradeTo !== undefined
        ? `"${downgradeTo}" would serve instead`
        : 'it would be served all the same';
    return `This request would pass ${standingText(passed)}; ${then}.`;
  }
  const neared = nearedBy(standings, cost);
  return neared ? `Little is left: ${standingText(neared)}.` : null;
}
