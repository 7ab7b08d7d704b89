import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface RunOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Each line that the program prints, on either stream. */
  readonly onLine?: (line: string) => void;
}

const LINES_KEPT = 30;

/** Runs a program to its end. Throws with the last lines that it printed where it fails, and where it cannot be started. */
export async function runProgram(options: RunOptions): Promise<void> {
  const { command, args, folder, environment, onLine } = options;
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const last: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      last.push(line);
      if (last.length > LINES_KEPT) last.shift();
      onLine?.(line);
    });
  }
  const ended = await new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
  if (ended !== 0) {
    throw new Error(`${command} ${args.join(' ')} ended with ${ended ?? '?'}:\n${last.join('\n')}`);
  }
}
