import { dataPaths } from '@aicp/local/data/paths';
import { freeOffset, portsFor } from '@aicp/local/data/ports';
import { readTokens } from '@aicp/local/data/secrets';
import type { UpState } from '@aicp/local/data/state';
import { environments } from '@aicp/local/supervisor/environments';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../kubernetes/control-plane/until.ts';

const CLI = join(import.meta.dirname, '../../local/src/main.ts');

export interface Finished {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** An installation of `aicp up` in a folder and on ports of its own. */
export class Installation {
  readonly directory = mkdtempSync(join(tmpdir(), 'aicp-up-'));
  readonly offset: number;

  private constructor(offset: number) {
    this.offset = offset;
  }

  /** One that is not started yet. */
  static async prepare(): Promise<Installation> {
    return new Installation(await freeOffset(Math.random));
  }

  get gatewayUrl(): string {
    return `http://127.0.0.1:${portsFor(this.offset).gateway}`;
  }

  get adminUrl(): string {
    return `http://127.0.0.1:${portsFor(this.offset).admin}`;
  }

  get budgetUrl(): string {
    return `http://127.0.0.1:${portsFor(this.offset).budget}`;
  }

  get workflowUrl(): string {
    return `http://127.0.0.1:${portsFor(this.offset).workflow}`;
  }

  get kubeconfig(): string {
    return join(this.directory, 'kubeconfig');
  }

  get key(): string {
    return readFileSync(join(this.directory, 'admin.key'), 'utf8').trim();
  }

  /** Runs `aicp COMMAND …` on it to its end. */
  async aicp(
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<Finished> {
    const child = spawn(process.execPath, [CLI, ...args, '--data-dir', this.directory], {
      // Tests that ask for the console have it built; the others would build it all the time.
      env: { ...process.env, AICP_CONSOLE: 'off', ...environment },
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { code, out, err };
  }

  async up(environment: Readonly<Record<string, string>> = {}): Promise<Finished> {
    return await this.aicp(['up', '--detach', '--port-offset', String(this.offset)], environment);
  }

  /** Events of what was logged as a warning or worse. */
  async warnings(): Promise<string[]> {
    const { out } = await this.aicp(['logs']);
    return out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { level: string; event: string })
      .filter(({ level }) => !['debug', 'info'].includes(level))
      .map(({ event }) => event);
  }

  async status(): Promise<UpState> {
    const { out } = await this.aicp(['status', '--json']);
    return JSON.parse(out) as UpState;
  }

  /** Asks a simulated model as the administrator. */
  async ask(
    body: Readonly<Record<string, unknown>> = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    return await fetch(`${this.gatewayUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.key}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify({
        model: 'sim-small',
        messages: [{ role: 'user', content: 'Hello' }],
        ...body,
      }),
    });
  }

  async remove(): Promise<void> {
    await this.aicp(['down']);
    rmSync(this.directory, { recursive: true, force: true });
  }
}

const root = join(import.meta.dirname, '../..');
const SCRIPTS = {
  control: join(root, 'local/src/control/main.ts'),
  gateway: join(root, 'services/gateway/src/main.ts'),
} as const;

/** The two processes of an installation without their supervisor, so that a test says who lives and who does not. */
export class Parts {
  private readonly processes = new Map<keyof typeof SCRIPTS, ChildProcess>();
  private readonly settings: ReturnType<typeof environments>;

  /** `environment`: what whoever starts them has set. */
  constructor(installation: Installation, environment: Readonly<Record<string, string>> = {}) {
    const paths = dataPaths(installation.directory);
    mkdirSync(paths.logs, { recursive: true });
    this.settings = environments({
      paths,
      ports: portsFor(installation.offset),
      gatewayTokenFile: readTokens(paths.tokens).gatewayFile,
      countsTokenFile: readTokens(paths.tokens).countsFile,
      playgroundKeyFile: readTokens(paths.tokens).playgroundFile,
      stepsKeyFile: readTokens(paths.tokens).stepsFile,
      usageTokenFile: readTokens(paths.tokens).usageFile,
      kubeconfig: undefined,
      adminKey: undefined,
      redisUrl: undefined,
      databaseUrl: undefined,
      logLevel: 'warn',
      inherited: { ...process.env, ...environment },
    });
  }

  start(part: keyof typeof SCRIPTS): void {
    const child = spawn(process.execPath, [SCRIPTS[part]], {
      env: this.settings[part],
      stdio: 'ignore',
    });
    this.processes.set(part, child);
  }

  async kill(part: keyof typeof SCRIPTS): Promise<void> {
    const child = this.processes.get(part);
    this.processes.delete(part);
    if (!child) return;
    child.kill('SIGKILL');
    await until(() => child.signalCode !== null || child.exitCode !== null, {
      what: `${part} is gone`,
    });
  }

  async killAll(): Promise<void> {
    for (const part of [...this.processes.keys()]) await this.kill(part);
  }
}

/** A process that is not there must not be taken for 0, which is all processes of this test. */
export function killNow(pid: number | null | undefined): void {
  if (!pid) throw new Error('a process that should run does not');
  process.kill(pid, 'SIGKILL');
}
