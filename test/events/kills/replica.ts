import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, 'deliverer-main.ts');

/** A process that delivers, which can be killed and started again. */
export class Replica {
  log = '';
  /** Whether it delivers: it is neither killed nor just being started. */
  isRunning = false;
  private readonly environment: Readonly<Record<string, string>>;
  private child: ChildProcess | undefined;

  constructor(environment: Readonly<Record<string, string>>) {
    this.environment = environment;
  }

  /** Resolves when it delivers. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [MAIN], {
      env: { ...process.env, ...this.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    await new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer): void => {
        this.log += chunk.toString();
        if (!chunk.includes('started')) return;
        this.isRunning = true;
        resolve();
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('exit', () => {
        reject(new Error(`it ended at its start: ${this.log.slice(-2000)}`));
      });
    });
  }

  /** With SIGKILL; resolves when it is gone. */
  async kill(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    this.isRunning = false;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }
}
