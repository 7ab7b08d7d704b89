import { parseArgs } from 'node:util';
import { UserError, helpOf, overview, type Command, type Terminal } from './command.ts';

/** Every command by its name, loaded when it is needed. */
export type Commands = Readonly<Record<string, () => Promise<Command>>>;

/** Runs `aicp ARGS`. Returns the exit code: 0 done, 1 could not, 2 not understood; a command that compares says 1 where something differs, and 2 where it could not. */
export async function run(
  args: readonly string[],
  commands: Commands,
  terminal: Terminal,
): Promise<number> {
  const [word, ...rest] = args;
  if (word === undefined || word === '--help' || word === '-h' || word === 'help') {
    terminal.out(overview(await Promise.all(Object.values(commands).map((load) => load()))));
    return word === undefined ? 2 : 0;
  }
  const name = word === '--version' ? 'version' : word;
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load) return await runCommand(await load(), rest, terminal);
  terminal.err(`aicp: there is no command '${word}'; aicp --help lists them\n`);
  return 2;
}

async function runCommand(command: Command, args: string[], terminal: Terminal): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    terminal.out(helpOf(command));
    return 0;
  }
  let parsed;
  try {
    parsed = parseArgs({ args, options: command.options, allowPositionals: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    terminal.err(`aicp ${command.name}: ${reason}\n${helpOf(command)}`);
    return 2;
  }
  try {
    return await command.run(
      parsed.values as Record<string, string | boolean | undefined>,
      parsed.positionals,
      terminal,
    );
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    terminal.err(`aicp ${command.name}: ${error.message}\n`);
    return error.exitCode;
  }
}
