import type { Findings, Sum } from './audit.ts';
import type { Fared } from './clients.ts';
import type { PartKind } from './parts.ts';

export interface Reported {
  readonly seed: number;
  readonly fared: ReadonlyMap<string, Fared>;
  readonly kills: Readonly<Record<PartKind, number>>;
  readonly findings: Findings;
}

/** What a run came to, as a table for people. */
export function reportOf({ seed, fared, kills, findings }: Reported): string {
  const { attempts, unseen, sums } = findings;
  const killed = Object.entries(kills).map(([kind, count]) => `${count} × ${kind}`);
  return [
    `seed ${seed}: ${fared.size} requests, of which ${countsOf(fared)}`,
    `kills: ${killed.join(', ')}`,
    `attempts: ${attempts.rows} rows, ${attempts.seen} seen by the provider`,
    `asked of nobody: ${unseen.requests} requests; answered, and without a row: ${unseen.forgotten}`,
    row([
      'rows',
      'number',
      'ledger, nano-USD',
      "provider's books",
      'off by',
      'rows off by',
      'most',
    ]),
    ...[...sums].sort(([one], [other]) => (one < other ? 1 : -1)).map(lineOf),
    '',
  ].join('\n');
}

function countsOf(fared: ReadonlyMap<string, Fared>): string {
  const counts = new Map<string, number>();
  for (const how of fared.values()) {
    const name = typeof how === 'string' ? how : String(how.status);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([name, count]) => `${count} ${name}`).join(', ');
}

const lineOf = ([sort, { rows, cost, books, off, most }]: readonly [string, Sum]): string =>
  row([sort, rows, cost, books, cost - books, off, most]);

const WIDTHS = [28, 8, 18, 18, 14, 14, 8];

const row = (cells: readonly (string | number | bigint)[]): string =>
  cells
    .map((cell, index) => {
      const width = WIDTHS[index] ?? 0;
      return index === 0 ? String(cell).padEnd(width) : String(cell).padStart(width);
    })
    .join('');
