import type { ReferredKind } from './referred-kinds.ts';

/** That an object is not there for one of `organization`, and what to do about it. */
export const notThere = (
  kind: ReferredKind,
  name: string,
  organization: string | undefined,
): string =>
  organization === undefined
    ? `${kind} "${name}" does not exist: create it, or take it out`
    : `${kind} "${name}" does not exist in Organization "${organization}": create it there, or name another`;
