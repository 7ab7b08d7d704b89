/** SQLSTATEs after which the same batch may pass: a day without a table, a number that names nothing, two who waited for one another. */
const PASSING = new Set(['23514', '23503', '40P01', '40001']);

/** Whether an error says that the ledger has changed under a batch, rather than that the batch is wrong. */
export const isWorthAnotherTry = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  PASSING.has(error.code);
