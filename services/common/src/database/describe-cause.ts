/** What an error says, for a log; several connections that failed at once say nothing of themselves. */
export function describeCause(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(describeCause).join('; ');
  return error instanceof Error ? error.message : String(error);
}
