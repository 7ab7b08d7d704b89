import { ApiProblem } from '../../api/problem.ts';

/** Whether a write was refused because somebody else had changed the object since it was read. */
export function isStale(error: unknown): boolean {
  if (!(error instanceof ApiProblem)) return false;
  if (error.status === 412) return true;
  const { body, status } = error;
  return (
    status === 409 && !('owner' in body) && !('dependents' in body) && SAID.test(error.message)
  );
}

/** A conflict in Kubernetes itself, in the service's words. */
const SAID = /^It changed while this was written/;

/** Who owns an object that may not be changed here, and what to commit there instead. */
export interface OwnedElsewhere {
  readonly owner: string;
  readonly yaml: string;
}

/** What a refusal says of the owner; undefined where it was refused for another reason. */
export function ownedElsewhere(error: unknown): OwnedElsewhere | undefined {
  if (!(error instanceof ApiProblem) || error.status !== 409) return undefined;
  const { owner, yaml } = error.body;
  if (typeof owner !== 'string') return undefined;
  return { owner, yaml: typeof yaml === 'string' ? yaml : '' };
}
