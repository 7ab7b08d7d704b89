import type { Row } from './judge.ts';

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** A table in Markdown, a row for each label. Where no finding was of a label, it says `–` for its precision. */
export function tableOf(title: string, rows: readonly Row[]): string {
  const lines = rows.map((row) =>
    [
      `\`${row.label}\``,
      row.texts,
      row.spans,
      row.found,
      row.wrong,
      row.spans === 0 ? '–' : percent(row.recall),
      row.right + row.wrong === 0 ? '–' : percent(row.precision),
    ].join(' | '),
  );
  return [
    `| ${title} | Texts | Spans | Found | Wrong | Recall | Precision |`,
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...lines.map((line) => `| ${line} |`),
  ].join('\n');
}
