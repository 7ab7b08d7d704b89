import type { Outcome } from './stage.ts';

const COLUMNS = ['fault', 'requests sent', 'failed', 'lasted, s', 's to Programmed'] as const;

/** One line a fault, columns aligned, for the log of a run. */
export function outcomeTable(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(({ fault, sent, failed, lasted, toProgrammed }) => [
    fault,
    String(sent),
    String(failed),
    lasted.toFixed(1),
    toProgrammed.toFixed(1),
  ]);
  const lines = [COLUMNS, ...rows];
  const widths = COLUMNS.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  const padded = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!);
  return lines.map((line) => line.map(padded).join('  ')).join('\n');
}
