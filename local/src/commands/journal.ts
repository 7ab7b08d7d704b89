import { readUsage } from '@aicp/gateway/usage/journal/read-usage';
import { DATA_DIRECTORY, dataDirectory, type Command } from '../cli/command.ts';
import { join } from 'node:path';
import { dataPaths } from '../data/paths.ts';

/** So many lines that cannot be read are shown; the others are counted. */
const SHOWN = 10;

export const journal: Command = {
  name: 'journal',
  summary: 'Print the usage records of the gateway, one JSON line each.',
  usage: 'journal [--data-dir DIR]',
  options: DATA_DIRECTORY.option,
  help: [DATA_DIRECTORY.help],
  async run(options, _positionals, terminal) {
    const directory = join(dataPaths(dataDirectory(options)).gateway, 'journal');
    let unreadable = 0;
    const onUnreadable = (line: string): void => {
      unreadable += 1;
      if (unreadable <= SHOWN) terminal.err(`This line cannot be read: ${line.slice(0, 300)}\n`);
    };
    for await (const record of readUsage(directory, { onUnreadable })) {
      terminal.out(`${JSON.stringify(record)}\n`);
    }
    if (unreadable === 0) return 0;
    terminal.err(
      `${unreadable} lines of the journal in ${directory} are in none of these records.\n`,
    );
    return 1;
  },
};
