import type { ParseArgsOptionsConfig } from 'node:util';
import { columns } from './columns.ts';

/** What a command may use of the process it runs in. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Whether a person reads the output, and no file keeps it. */
  readonly isTerminal: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Aborts on SIGINT or SIGTERM. */
  readonly signal: AbortSignal;
}

export type OptionValues = Readonly<Record<string, string | boolean | undefined>>;

/** One word of `aicp`. */
export interface Command {
  readonly name: string;
  /** One line for `aicp --help`. */
  readonly summary: string;
  /** The line after "usage: aicp". */
  readonly usage: string;
  readonly options: ParseArgsOptionsConfig;
  /** What each option means, in the order of the help. */
  readonly help: readonly (readonly [option: string, meaning: string])[];
  /** Returns the exit code. */
  run(options: OptionValues, positionals: readonly string[], terminal: Terminal): Promise<number>;
}

/** What `aicp --help` says. */
export function overview(commands: readonly Command[]): string {
  const rows = commands.map(({ name, summary }) => [name, summary] as const);
  return `aicp: the AI control plane on one machine\n\nusage: aicp COMMAND [OPTIONS]\n\n${table(rows)}\naicp COMMAND --help says more.\n`;
}

/** What `aicp COMMAND --help` says. */
export function helpOf(command: Command): string {
  const options = table([...command.help, ['--help', 'this text']]);
  return `usage: aicp ${command.usage}\n\n${command.summary}\n\n${options}`;
}

const table = (rows: readonly (readonly [string, string])[]): string =>
  columns(rows.map(([left, right]) => [`  ${left}`, right]));

interface UserErrorOptions extends ErrorOptions {
  readonly exitCode?: number;
}

/** Something that the person at the terminal can mend. Printed without a stack; exit code 1, where the command has no other use for that. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly exitCode: number;

  constructor(message: string, { exitCode = 1, ...options }: UserErrorOptions = {}) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

export const DATA_DIRECTORY = {
  option: { 'data-dir': { type: 'string' } },
  help: ['--data-dir DIR', 'where everything stands (default .aicp)'],
} as const;

/** For commands about what `aicp up` started, which find its ports in the folder. */
export const PORT_OFFSET = {
  option: { 'port-offset': { type: 'string' } },
  help: ['--port-offset N', 'not needed: taken so that the options of `aicp up` fit here too'],
} as const;

/** The value of `--data-dir`. */
export const dataDirectory = (options: OptionValues): string =>
  typeof options['data-dir'] === 'string' ? options['data-dir'] : '.aicp';
