import { readUsage } from '@aicp/gateway/usage/journal/read-usage';
import { DATA_DIRECTORY, dataDirectory, type Command } from '../cli/command.ts';
import { join } from 'node:path';
import { dataPaths } from '../data/paths.ts';

export const journal: Command = {
  name: 'journal',
  summary: 'Print the usage records of the gateway, one JSON line each.',
  usage: 'journal [--data-dir DIR]',
  options: DATA_DIRECTORY.option,
  help: [DATA_DIRECTORY.help],
  async run(options, _positionals, terminal) {
    const directory = join(dataPaths(dataDirectory(options)).gateway, 'journal');
    for await (const record of readUsage(directory)) terminal.out(`${JSON.stringify(record)}\n`);
    return 0;
  },
};
