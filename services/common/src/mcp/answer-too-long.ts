/** An answer longer than is taken. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';
}
