/** `bigint` arrives as text. */
type Whole = string;

/** Verdicts of guardrails in the hour or day (UTC) that begins at `starts`; `guardrails/guardrail-facts.ts` says what a row is of. '' stands for none. */
export interface GuardrailSumTable {
  readonly starts: Date;
  /** The first 128 bits of the SHA-256 of the columns from `organization` to `action`. */
  readonly fact: string;
  readonly organization: string;
  readonly team: string;
  readonly guardrail: string;
  readonly stage: string;
  readonly is_monitor: boolean;
  readonly verdict: string;
  readonly label: string;
  readonly action: string;
  readonly requests: Whole;
  readonly findings: Whole;
}

/**
 * What a guardrail blocked since subscribers were told of it last. The head of a guardrail and an organization has no stage and no label: it counts their requests, says when somebody
 * was told, and is locked by whoever changes a row of theirs.
 */
export interface GuardrailBlockTable {
  readonly fact: string;
  /** The `fact` of its head, which is its own in a head. */
  readonly head: string;
  readonly organization: string;
  readonly guardrail: string;
  readonly stage: string;
  /** '' also where it blocked and named nothing that it found. */
  readonly label: string;
  readonly requests: Whole;
  readonly findings: Whole;
  /** When the first and the last of these requests came. */
  readonly first_at: Date;
  readonly last_at: Date;
  readonly told_at: Date | null;
}
