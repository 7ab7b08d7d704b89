import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const PAGE = join(import.meta.dirname, '../../../docs/operations/gitops.md');

/** What each tool says of an object in one state. */
export interface Said {
  readonly kstatus: string;
  readonly flux: string;
  readonly argocd: string;
}

/** The table of states as docs/operations/gitops.md has it: a reason of conditions, or a plain word. */
export async function documentedStates(): Promise<Record<string, Said>> {
  const lines = (await readFile(PAGE, 'utf8')).split('\n');
  const head = lines.findIndex((line) => line.startsWith('| state'));
  const rest = lines.slice(head + 2);
  const rows = rest.slice(0, rest.indexOf(''));
  return Object.fromEntries(
    rows.map((row) => {
      const [, state = '', kstatus = '', flux = '', argocd = ''] = row
        .split('|')
        .map((cell) => cell.trim().replaceAll('`', ''));
      return [state, { kstatus, flux, argocd }];
    }),
  );
}
