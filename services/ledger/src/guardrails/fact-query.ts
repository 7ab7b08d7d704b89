import type { GuardrailFact } from './guardrail-facts.ts';

/** Whose facts are asked for, of one guardrail. */
export interface FactReach {
  readonly guardrail: string;
  /** Only of requests of this organization; undefined: of all. */
  readonly organization?: string | undefined;
  /** Only of requests of these teams of it; undefined: of all. */
  readonly teams?: readonly string[] | undefined;
  /** What is older is somebody else's, who had the same name; milliseconds since 1970. */
  readonly sinceMs?: number | undefined;
}

/** Which facts are added up: of whole hours, and of whole days (UTC) where hours are not kept any more. */
export interface FactQuery extends FactReach {
  /** Milliseconds since 1970: the hour in which it lies counts as a whole. */
  readonly from: number;
  /** The same. */
  readonly to: number;
  /** What has rows of its own; undefined: all is one. */
  readonly by?: 'hour' | 'day' | 'team' | undefined;
}

/** Requests of one kind and one group, added up. */
export interface FactSum extends GuardrailFact {
  /** When the hour or day begins, of `by` hour or day. Days of which no hours are kept begin at midnight in both. */
  readonly startsMs: number | undefined;
  /** Of `by` team. '' stands for none. */
  readonly organization: string | undefined;
  readonly team: string | undefined;
}
