/** Rows as text, each column as wide as its widest cell. */
export function columns(rows: readonly (readonly string[])[], gap = 3): string {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, index) =>
    Math.max(...rows.map((row) => row[index]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, index) => cell.padEnd((widths[index] ?? 0) + gap))
      .join('')
      .trimEnd();
  return rows.map((row) => `${line(row)}\n`).join('');
}
