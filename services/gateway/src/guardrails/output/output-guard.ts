/** Looks at the texts of one answer, for all guardrails that act on it. */
export interface OutputGuard {
  /**
   * Opens one text of the answer: the content of a choice, its refusal, its reasoning, the arguments of one call of a tool. Texts of one
   * answer share their placeholders. `json`: the text is JSON itself, as arguments are: escapes in it are seen through, and it stays JSON
   * (`RedactedJson` of services/detection).
   */
  open(form: 'text' | 'json'): GuardedText;
  /**
   * Says that the answer holds what cannot be looked at, as one word: `image`, `audio`, `unknown_field`. Answers whether the answer may go
   * on: not where a guardrail refuses what it cannot look at, and then `stoppedBy` says which.
   */
  passUnseen(what: string): boolean;
  /** The answer is over, or it was stopped, or its client left: the verdicts are final. */
  close(): void;
  /** What stopped the answer; undefined while nothing has. */
  readonly stoppedBy: Stop | undefined;
}

/** One text of an answer, as it comes. */
export interface GuardedText {
  /** Takes more of the text; gives what may go on. Nothing more once the answer was stopped. */
  push(piece: string): string;
  /** There is no more of the text: gives the rest of what may go on. */
  end(): string;
}

/** Why an answer does not go on. Nothing of its text. */
export interface Stop {
  /** metadata.name of the Guardrail. */
  readonly guardrail: string;
  /** What was found, such as `CREDIT_CARD`; or why it could not be looked at. */
  readonly label: string;
  /** Whether it stopped for what nobody can look at, which `label` names: `image`. */
  readonly isUnseen?: true;
  /** Whether it stopped since the guardrail could not judge, which may pass: `timeout`. */
  readonly isFault?: true;
}
