import { handlerOf, planOf, type PlannedStep } from '@aicp/contracts/workflows/plan';

/** When each step starts, in words, by id: what the drawing shows. */
export function placeTexts(steps: readonly PlannedStep[]): ReadonlyMap<string, string> {
  const owners = new Map(steps.map((step) => [step.id, step]));
  return new Map(
    [...planOf(steps)].map(([id, { owner, waitsFor }]) => {
      const by = owner === undefined ? undefined : owners.get(owner);
      const after = waitsFor.length > 0 ? waitsFor.join(', ') : undefined;
      if (!by) return [id, after ?? 'The start'];
      const inside = handlerOf(by) === id ? `Where ${by.id} fails` : `Inside ${by.id}`;
      return [id, after === undefined ? inside : `${inside}, after ${after}`];
    }),
  );
}
