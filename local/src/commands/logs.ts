import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  DATA_DIRECTORY,
  dataDirectory,
  PORT_OFFSET,
  UserError,
  type Command,
  type Terminal,
} from '../cli/command.ts';
import { dataPaths } from '../data/paths.ts';

const PROCESSES = ['supervisor', 'control', 'gateway', 'mcp-host'] as const;
const TAIL_BYTES = 64 * 1024;

/** One log file, read from wherever the last read ended; starts anew when the file was set aside. */
class LogTail {
  private readonly path: string;
  private offset: number | undefined;

  constructor(path: string) {
    this.path = path;
  }

  /** The whole lines that came since the last read; at the first, those of the last 64 KiB. */
  read(): string {
    if (!existsSync(this.path)) return '';
    const file = openSync(this.path, 'r');
    try {
      const { size } = fstatSync(file);
      const isAnew = this.offset === undefined || size < this.offset;
      // One byte more tells whether what follows is a whole line.
      const from = isAnew ? Math.max(0, size - TAIL_BYTES - 1) : (this.offset ?? 0);
      const buffer = Buffer.alloc(size - from);
      readSync(file, buffer, 0, buffer.length, from);
      const begin = isAnew && from > 0 ? buffer.indexOf('\n') + 1 : 0;
      const end = buffer.lastIndexOf('\n') + 1;
      this.offset = from + end;
      return buffer.toString('utf8', begin, end);
    } finally {
      closeSync(file);
    }
  }
}

export const logs: Command = {
  name: 'logs',
  summary:
    'Print the end of the logs (64 KiB of each), JSON lines; all processes, or the one named (supervisor, control, gateway, mcp-host).',
  usage: 'logs [PROCESS] [--follow] [--data-dir DIR] [--port-offset N]',
  options: {
    ...DATA_DIRECTORY.option,
    ...PORT_OFFSET.option,
    follow: { type: 'boolean', short: 'f' },
  },
  help: [
    ['-f, --follow', 'go on with what comes, until Ctrl-C'],
    DATA_DIRECTORY.help,
    PORT_OFFSET.help,
  ],
  async run(options, [wanted], terminal) {
    if (wanted !== undefined && !PROCESSES.some((name) => name === wanted)) {
      throw new UserError(`there is no process '${wanted}': ${PROCESSES.join(', ')}`);
    }
    const folder = dataPaths(dataDirectory(options)).logs;
    const names = PROCESSES.filter((name) => wanted === undefined || name === wanted);
    const tails = names.map((name) => new LogTail(join(folder, `${name}.log`)));
    print(tails, terminal);
    while (options['follow'] && !terminal.signal.aborted) {
      await delay(200);
      print(tails, terminal);
    }
    return 0;
  },
};

function print(tails: readonly LogTail[], terminal: Terminal): void {
  for (const tail of tails) {
    const text = tail.read();
    if (text) terminal.out(text.split('\n').filter(isWhole).join('\n'));
  }
}

/** Whether a line is not half an entry, as a full disk leaves one. What a process says in plain words, where it cannot start, is whole. */
function isWhole(line: string): boolean {
  if (!line.startsWith('{')) return true;
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
