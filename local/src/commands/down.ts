import { setTimeout as delay } from 'node:timers/promises';
import {
  DATA_DIRECTORY,
  dataDirectory,
  PORT_OFFSET,
  UserError,
  type Command,
} from '../cli/command.ts';
import { dataPaths } from '../data/paths.ts';
import { isAlive, readState } from '../data/state.ts';

/** Longer than the supervisor gives its processes. */
const PATIENCE_MS = 40_000;

export const down: Command = {
  name: 'down',
  summary: 'Stop what `aicp up` started. The data stays.',
  usage: 'down [--data-dir DIR] [--port-offset N]',
  options: { ...DATA_DIRECTORY.option, ...PORT_OFFSET.option },
  help: [DATA_DIRECTORY.help, PORT_OFFSET.help],
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
