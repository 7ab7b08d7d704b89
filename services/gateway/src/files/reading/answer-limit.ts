/** Bytes of the largest file that guardrails look at as it is read. */
export const ANSWER_LIMIT = 32 * 1_048_576;
