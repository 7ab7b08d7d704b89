import type { PlannedStep } from '@aicp/contracts/workflows/plan';

/** The steps of a workflow, with what their order depends on. Of several with the same id, the first. */
export function plannedSteps({ steps }: Readonly<Record<string, unknown>>): readonly PlannedStep[] {
  const written = Array.isArray(steps) ? (steps as readonly Record<string, unknown>[]) : [];
  const byId = new Map<string, PlannedStep>();
  for (const step of written) {
    const id = String(step['id']);
    if (!byId.has(id)) byId.set(id, plannedStep(id, step));
  }
  return [...byId.values()];
}

function plannedStep(id: string, step: Readonly<Record<string, unknown>>): PlannedStep {
  const { type, with: given, needs, on_error: onError } = step;
  return {
    id,
    // One that the contract does not know runs no others, and stands in the order all the same.
    type: String(type) as PlannedStep['type'],
    with: (given ?? {}) as PlannedStep['with'],
    ...(Array.isArray(needs) && { needs: needs.map(String) }),
    ...(typeof onError === 'string' && { on_error: onError }),
  };
}
