import type { PromptValue } from './render-prompt.ts';

/** A prompt as a request names it. */
export interface PromptReference {
  /** metadata.name of a PromptTemplate, or its slug. */
  readonly id: string;
  /** Absent: the one that is served. */
  readonly version?: number | undefined;
  readonly variables: Readonly<Record<string, PromptValue>>;
}
