import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { VERSIONS } from '../kubernetes/binaries/programs.ts';

const run = promisify(execFile);

const charts = join(import.meta.dirname, '../../charts');
export const CHART = join(charts, 'ai-control-plane');
export const CRD_CHART = join(charts, 'aicp-crds');

export interface TemplateOptions {
  readonly chart?: string;
  /** Paths of values files. */
  readonly values?: readonly string[];
  /** `--set-json` pairs. */
  readonly set?: Readonly<Record<string, unknown>>;
  readonly release?: string;
  readonly namespace?: string;
  /** Optional APIs that the cluster has, as `monitoring.coreos.com/v1/ServiceMonitor`. */
  readonly apiVersions?: readonly string[];
}

/** Helm refused. */
export class HelmError extends Error {
  override readonly name = 'HelmError';
}

/** What Helm made of the charts of the repository, which do not change while tests run: many tests look at the same. */
const rendered = new Map<string, Promise<string>>();

/** Runs the helm program, without a cluster. */
export class Helm {
  private readonly program: string;

  constructor(program: string) {
    this.program = program;
  }

  /** The manifests that a release would have. Throws a HelmError with Helm's own words. */
  async template(options: TemplateOptions = {}): Promise<string> {
    if (![undefined, CHART, CRD_CHART].includes(options.chart)) return await this.render(options);
    const key = JSON.stringify([this.program, options]);
    const found = rendered.get(key) ?? this.render(options);
    rendered.set(key, found);
    return await found;
  }

  /** The same, and never what an earlier call made. */
  async render(options: TemplateOptions): Promise<string> {
    const { chart = CHART, release = 'aicp', namespace = 'aicp' } = options;
    return await this.helm([
      'template',
      release,
      chart,
      ...['--namespace', namespace, '--kube-version', VERSIONS.kubernetes],
      ...(options.values ?? []).flatMap((file) => ['--values', file]),
      ...Object.entries(options.set ?? {}).flatMap(([path, value]) => [
        '--set-json',
        `${path}=${JSON.stringify(value)}`,
      ]),
      ...(options.apiVersions ?? []).flatMap((api) => ['--api-versions', api]),
    ]);
  }

  /** What `helm lint --strict` says. Throws a HelmError where it finds something. */
  async lint(chart: string, values: readonly string[] = []): Promise<string> {
    const files = values.flatMap((file) => ['--values', file]);
    return await this.helm(['lint', '--strict', chart, ...files]);
  }

  private async helm(args: readonly string[]): Promise<string> {
    // No home: the user's own plugins and repositories stay out of it.
    const env = { HOME: '/nonexistent', PATH: process.env['PATH'] };
    try {
      return (await run(this.program, args, { env, maxBuffer: 64 * 1024 * 1024 })).stdout;
    } catch (error) {
      const { stderr, stdout } = error as { stderr?: string; stdout?: string };
      throw new HelmError(`${stdout ?? ''}${stderr ?? String(error)}`, { cause: error });
    }
  }
}

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
