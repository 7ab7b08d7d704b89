import { setTimeout as delay } from 'node:timers/promises';
import { DATA_DIRECTORY, dataDirectory, UserError, type Command } from '../cli/command.ts';
import { dataPaths } from '../data/paths.ts';
import { isAlive, readState } from '../data/state.ts';

/** Longer than the supervisor gives its processes. */
const PATIENCE_MS = 40_000;

export const down: Command = {
  name: 'down',
  summary: 'Stop what `aicp up` started. The data stays.',
  usage: 'down [--data-dir DIR]',
  options: { ...DATA_DIRECTORY.option, 'port-offset': { type: 'string' } },
  help: [
    DATA_DIRECTORY.help,
    ['--port-offset N', 'not needed: taken so that the options of `aicp up` fit here too'],
  ],
  async run(options, _positionals, terminal) {
    const paths = dataPaths(dataDirectory(options));
    const state = readState(paths.state);
    if (!state || !isAlive(state.supervisor)) {
      terminal.out(`nothing runs in ${paths.root}\n`);
      return 0;
    }
    process.kill(state.supervisor, 'SIGTERM');
    const deadline = performance.now() + PATIENCE_MS;
    while (isAlive(state.supervisor)) {
      if (performance.now() > deadline) {
        throw new UserError(
          `process ${state.supervisor} does not end; its log is in ${paths.logs}`,
        );
      }
      await delay(50);
    }
    terminal.out(`stopped; the data stays in ${paths.root}\n`);
    return 0;
  },
};
