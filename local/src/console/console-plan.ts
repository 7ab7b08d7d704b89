import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where the console is served from, and whether it is built there. */
export interface ConsolePlan {
  readonly directory: string;
  /** The program that builds it; undefined where nothing is built. */
  readonly program: string | undefined;
}

/**
 * How an installation comes to its console: built in the checkout, so that every installation of it has the same one, or in the data directory where the
 * checkout can only be read. `AICP_CONSOLE_DIR` names one that is built already.
 */
export function consolePlan(options: {
  /** The workspace of the console. */
  readonly workspace: string;
  /** The data directory. */
  readonly data: string;
  readonly isWanted: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
}): ConsolePlan {
  const { workspace, data, isWanted, environment } = options;
  const given = environment['AICP_CONSOLE_DIR'];
  if (given !== undefined && given !== '') return { directory: given, program: undefined };
  const directory = isWritable(workspace) ? join(workspace, 'dist') : join(data, 'console');
  const program = join(workspace, 'build/main.ts');
  const hasSources = existsSync(join(workspace, 'package.json')) && existsSync(program);
  const isOff = !isWanted || environment['AICP_CONSOLE'] === 'off';
  return { directory, program: isOff || !hasSources ? undefined : program };
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    // Whatever keeps it from being written: then it stands elsewhere.
    return false;
  }
}
