/** An expression cannot be read, or cannot be worked out. The message says what to do, as the end of a sentence that names the place. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
}
