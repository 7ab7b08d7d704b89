/** A quoted or plain field, and what follows it. */
const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/y;

/** Rows of a CSV file (RFC 4180) by the names in its first one, as a reader has them: empty fields are null. */
export function csvRecords(text: string): Readonly<Record<string, string | null>>[] {
  const [names = [], ...rows] = rowsOf(text);
  return rows.map((row) =>
    Object.fromEntries(names.map((name, index) => [name, row[index] === '' ? null : row[index]!])),
  );
}

function rowsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  FIELD.lastIndex = 0;
  while (FIELD.lastIndex < text.length) {
    const at = FIELD.lastIndex;
    const [, quoted, plain = '', end] = FIELD.exec(text) ?? [];
    if (end === undefined) throw new Error(`no CSV at ${at}: ${text.slice(at, at + 80)}`);
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** An amount of USD, as files have it, in nano-USD. */
export function nanoOf(usd: string): bigint {
  const [whole = '0', decimals = ''] = usd.split('.');
  return BigInt(whole) * 10n ** 9n + BigInt(decimals.padEnd(9, '0'));
}
