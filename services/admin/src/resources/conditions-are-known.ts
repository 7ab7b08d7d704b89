import { z } from 'zod';
import type { StoredObject } from './stored-object.ts';

/** As much of a status as tells whether it is complete. */
const status = z.object({
  observedGeneration: z.number().default(-1),
  conditions: z.array(z.object({ type: z.string(), reason: z.string() })).default([]),
});

/** Whether the operator has looked at a generation of an object, and no replica is still to take it up. */
export function conditionsAreKnown(object: StoredObject, generation: number): boolean {
  const { data } = status.safeParse(object.status ?? {});
  if (!data || data.observedGeneration < generation) return false;
  const programmed = data.conditions.find(({ type }) => type === 'Programmed');
  return programmed !== undefined && programmed.reason !== 'Pending';
}
