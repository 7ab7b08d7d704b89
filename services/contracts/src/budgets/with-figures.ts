import type { Period } from '../spend/money-window.ts';
import { subjectName, type SpendSubject } from '../spend/spend-subject.ts';
import type { KnownBudgetsParts, SpendFigure } from './known-budgets.ts';

/** Who knows what was spent, in the order of the questions; undefined where nobody does. */
export interface FiguresOfSpend {
  of(
    questions: readonly { readonly subject: SpendSubject; readonly period: Period }[],
  ): Promise<readonly (SpendFigure | undefined)[]>;
}

/** What comes of a decision that goes by spend. Which figures that takes shows as it decides: it does so again, until it has all of them. Rejects with what it throws then. */
export async function withFigures<T>(
  figures: FiguresOfSpend,
  decide: (figureOf: KnownBudgetsParts['figureOf']) => T,
): Promise<T> {
  const known = new Map<string, SpendFigure | undefined>();
  for (;;) {
    const missing = new Map<string, { subject: SpendSubject; period: Period }>();
    const attempt = attempted(() =>
      decide((subject, period) => {
        const name = `${period.startsMs} ${period.endsMs} ${subjectName(subject)}`;
        if (!known.has(name)) missing.set(name, { subject, period });
        return known.get(name);
      }),
    );
    if (missing.size === 0) return attempt();
    const found = await figures.of([...missing.values()]);
    for (const [index, name] of [...missing.keys()].entries()) known.set(name, found[index]);
  }
}

/** What came of it, or what it threw, for later. */
function attempted<T>(decide: () => T): () => T {
  try {
    const value = decide();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
