import { spawn } from 'node:child_process';

export interface RunOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly folder?: string;
  /** After so long it is killed, ms; 10 min without it. */
  readonly timeoutMs?: number;
}

/** A command that ended. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const TIMEOUT_MS = 600_000;

/** Runs a command to its end; how it ended is the result. Rejects where it cannot be started. */
export async function run(
  [command, ...args]: readonly [string, ...string[]],
  { env = process.env, folder, timeoutMs = TIMEOUT_MS }: RunOptions = {},
): Promise<Ran> {
  const child = spawn(command, args, {
    env: { ...env },
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (ended) => resolve(ended ?? 137));
  });
  return { code, stdout, stderr };
}

/** What a command prints. Rejects with what it says where it fails. */
export async function say(
  command: readonly [string, ...string[]],
  options: RunOptions = {},
): Promise<string> {
  const { code, stdout, stderr } = await run(command, options);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${stderr || stdout}`);
  return stdout.trim();
}
