import { plainName, type SqlEngine } from '../engine/sql-engine.ts';
import { openPgliteHost, type PgliteHost, type PgliteOptions } from './pglite-host.ts';

/**
 * A directory that several services of one process keep their tables in, each in a schema of its own and under a role of its own: they take turns on the one
 * connection that there is. It is open from the first of them to the last.
 */
export class SharedPglite {
  private readonly options: PgliteOptions;
  private host: Promise<PgliteHost> | undefined;
  private users = 0;
  private closing = Promise.resolve();

  /** Opens nothing yet. */
  constructor(options: PgliteOptions) {
    this.options = options;
  }

  /** Rejects with DirectoryInUse where another process has the directory. */
  async open(role: string): Promise<SqlEngine> {
    const name = plainName(role);
    const host = (this.host ??= this.openAgain());
    this.users += 1;
    const engine = (await this.opened(host)).engine(name);
    let leaving: Promise<void> | undefined;
    return { ...engine, close: () => (leaving ??= this.leave()) };
  }

  /** Whoever asks after a failure tries again. */
  private async opened(host: Promise<PgliteHost>): Promise<PgliteHost> {
    try {
      return await host;
    } catch (error) {
      this.users -= 1;
      if (this.host === host) this.host = undefined;
      throw error;
    }
  }

  private async openAgain(): Promise<PgliteHost> {
    await this.closing;
    return await openPgliteHost(this.options);
  }

  private async leave(): Promise<void> {
    this.users -= 1;
    const { host } = this;
    if (this.users > 0 || !host) return;
    this.host = undefined;
    this.closing = host.then((open) => open.close());
    await this.closing;
  }
}
