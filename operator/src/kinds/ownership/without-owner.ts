import type { Decision } from '../decision.ts';
import type { OwnerProblem } from './bind.ts';

/** A decision on an object that has no owner: it acts on nothing, whatever else is to be said of it. */
export function withoutOwner(decision: Decision, problem: OwnerProblem | undefined): Decision {
  if (!problem) return decision;
  const { reason, message } = decision;
  const isUnusable = reason === 'Invalid' || reason === 'ConditionInvalid';
  const other = reason === 'Accepted' ? [] : [message];
  const messages = isUnusable ? [...other, problem.message] : [problem.message, ...other];
  return {
    ...decision,
    reason: isUnusable ? reason : problem.reason,
    message: messages.join('; '),
    fragments: [],
    isRead: false,
    opens: false,
  };
}
