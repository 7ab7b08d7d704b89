import type { OwnerBinding, ParentBinding } from '@aicp/crds/kit/conditions';
import type { KindVerdict } from './kind-verdict.ts';

/** Why an object has no owner. */
export interface OwnerProblem {
  readonly reason: 'ReferenceNotFound' | 'OwnerMismatch';
  /** For the condition: says what to do. */
  readonly message: string;
  /** For the holder of a key: what is missing, as part of a sentence. */
  readonly missing: string;
}

export interface Bound {
  /** What is to be recorded; undefined where there is nothing to bind to. */
  readonly binding: OwnerBinding | undefined;
  readonly problem: OwnerProblem | undefined;
}

/** The key that made a key, as the spec names it. */
export interface MadeBy {
  readonly key: string;
  readonly uid?: string | undefined;
}

/** Whose an object is. */
export interface Owner extends Bound {
  /** metadata.name of the Organization; undefined: the platform's. */
  readonly organization: string | undefined;
  /** Of a key or a team: its business unit, for a key where it names none its team's. */
  readonly businessUnit: string | undefined;
  /** Of a key: metadata.uid of the very Team that is called as it says now. */
  readonly teamUid?: string | undefined;
  /** Of a key that a key made: the very one that it is bound to. */
  readonly parent?: ParentBinding | undefined;
}

/** Whose an object is for others that name it. An Organization is its own: no other one's object may refer to it. */
export const organizationOf = (
  { kind, name }: { readonly kind: string; readonly name: string },
  owner: Owner | undefined,
): string | undefined => (kind === 'Organization' ? name : owner?.organization);

/** A verdict on an object that has no owner: it acts on nothing, whatever else is to be said of it. */
export function withoutOwner(verdict: KindVerdict, problem: OwnerProblem | undefined): KindVerdict {
  if (!problem) return verdict;
  const { reason, message } = verdict;
  const isUnusable = reason === 'Invalid' || reason === 'ConditionInvalid';
  const other = reason === 'Accepted' ? [] : [message];
  const messages = isUnusable ? [...other, problem.message] : [problem.message, ...other];
  return {
    ...verdict,
    reason: isUnusable ? reason : problem.reason,
    message: messages.join('; '),
    fragments: [],
    isRead: false,
    guards: false,
  };
}
