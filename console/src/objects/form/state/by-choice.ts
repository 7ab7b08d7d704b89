import type { FormFacts } from './form-facts.ts';

type Chosen = Pick<FormFacts, 'choice' | 'values'>;

function chosenIn({ choice, values }: Chosen): string {
  const chosen = choice === undefined ? undefined : values[choice.field];
  return typeof chosen === 'string' ? chosen : '';
}

/** Whether what is chosen cannot do without a field. */
export const isRequiredByChoice = (path: string, facts: Chosen): boolean =>
  facts.choice?.requires?.[chosenIn(facts)]?.includes(path) === true;

/** What is said beside the field that chooses; undefined beside every other one. */
export const aboutChoice = (path: string, facts: Chosen): string | undefined =>
  facts.choice?.field === path ? facts.choice.about?.[chosenIn(facts)] : undefined;
