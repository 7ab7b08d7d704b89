import { rename, writeFile } from 'node:fs/promises';
import type { TestProcess } from '@aicp/test/kubernetes/control-plane/test-process';

export interface NameServerOptions {
  /** The hosts file that it reads when it starts, and on SIGHUP. */
  readonly list: string;
  /** Starts dnsmasq, which logs to its standard error. */
  readonly start: () => TestProcess;
}

/** dnsmasq with a list of names that changes. */
export class NameServer {
  private readonly options: NameServerOptions;
  private process: TestProcess | undefined;
  /** The list that it was told of last. */
  private told: string | undefined;

  constructor(options: NameServerOptions) {
    this.options = options;
  }

  /** Whether it answers, from a list that it was told of. */
  get isServing(): boolean {
    return this.process?.isRunning === true && this.told !== undefined;
  }

  /** The end of its log, for the message of a failure. */
  lastWords(): string {
    return this.process?.lastWords() ?? 'it was never started';
  }

  /** Has it serve a list, and starts it where it does not run. Rejects where it ended since the last call. */
  async serve(hosts: string): Promise<void> {
    if (this.process && !this.process.isRunning) {
      const words = this.lastWords();
      this.process = undefined;
      this.told = undefined;
      throw new Error(`dnsmasq ended: ${words}`);
    }
    if (this.told === hosts) return;
    const { list, start } = this.options;
    await writeFile(`${list}.new`, hosts);
    await rename(`${list}.new`, list);
    this.process ??= start();
    // Before it listens, the signal would end it, or the program that starts it. What it misses until then it is told in the next turn.
    if (!isListening(this.process)) return;
    process.kill(this.process.pid, 'SIGHUP');
    this.told = hosts;
  }

  async stop(): Promise<void> {
    await this.process?.kill();
  }
}

/** Its log goes on where an earlier process left off, so that its number has to be there, too. */
const isListening = (server: TestProcess): boolean =>
  server.log().includes(`dnsmasq[${server.pid}]: started, `);
