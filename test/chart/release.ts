import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CHART, HelmError } from './helm.ts';

const run = promisify(execFile);

/** The chart as a release on an API server. Nothing runs there, so nothing is waited for. */
export class Release implements AsyncDisposable {
  readonly name = 'aicp';
  readonly namespace: string;
  private readonly program: string;
  private readonly kubeconfig: string;
  private readonly home: string;

  private constructor(parts: {
    program: string;
    kubeconfig: string;
    namespace: string;
    home: string;
  }) {
    this.program = parts.program;
    this.kubeconfig = parts.kubeconfig;
    this.namespace = parts.namespace;
    this.home = parts.home;
  }

  static async prepare(options: {
    /** Path of helm. */
    readonly program: string;
    readonly kubeconfig: string;
    readonly namespace: string;
  }): Promise<Release> {
    return new Release({ ...options, home: await mkdtemp(join(tmpdir(), 'aicp-helm-home-')) });
  }

  /** Installs or upgrades; gives what Helm says, the notes among it. Throws a HelmError where it refuses. */
  async apply(verb: 'install' | 'upgrade', ...flags: readonly string[]): Promise<string> {
    return await this.helm(verb, this.name, CHART, ...flags);
  }

  async uninstall(): Promise<string> {
    return await this.helm('uninstall', this.name);
  }

  async rollback(revision: number): Promise<string> {
    return await this.helm('rollback', this.name, String(revision));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.home, { recursive: true, force: true });
  }

  private async helm(...args: readonly string[]): Promise<string> {
    const flags = ['--kubeconfig', this.kubeconfig, '--namespace', this.namespace];
    const env = { HOME: this.home, PATH: process.env['PATH'] };
    try {
      return (await run(this.program, [...args, ...flags], { env, maxBuffer: 1 << 26 })).stdout;
    } catch (error) {
      throw new HelmError((error as { stderr?: string }).stderr ?? String(error), { cause: error });
    }
  }
}
