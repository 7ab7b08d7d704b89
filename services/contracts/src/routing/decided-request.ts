import type { Principal } from './request/principal.ts';
import type { RequestBudgets } from './request-budgets.ts';
import type { RequestFacts } from './request/request-attributes.ts';

/** A request of which somebody wants to know the decision. It is not sent. */
export interface DecidedRequest {
  readonly id: string;
  readonly requestId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly principal: Principal;
  /** Milliseconds since 1970 at which the principal's key stops working; absent: never. */
  readonly until?: number | undefined;
  /** The model as the client wrote it. */
  readonly model: string | undefined;
  readonly facts: Omit<RequestFacts, 'principal' | 'resolution' | 'environment' | 'time'>;
  /** Picks the member of a group; [0, 1). */
  readonly random: () => number;
  /** Absent: no budget is looked at. */
  readonly budgets?: RequestBudgets;
}
