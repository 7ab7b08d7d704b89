import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { stringify } from 'yaml';
import { until } from '../kubernetes/control-plane/until.ts';

export interface KubectlResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const SKEW = /^WARNING: version difference .*\n/m;

/** Whether kubectl is on the PATH. */
export function hasKubectl(): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, 'kubectl'), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Stock kubectl as the user of a kubeconfig, in one namespace, with caches of its own. */
export class Kubectl {
  readonly #folder: string;
  readonly #base: readonly string[];

  private constructor(folder: string, base: readonly string[]) {
    this.#folder = folder;
    this.#base = base;
  }

  static async open(kubeconfig: string, namespace: string): Promise<Kubectl> {
    const folder = await mkdtemp(join(tmpdir(), 'aicp-kubectl-'));
    const base = ['--kubeconfig', kubeconfig, '--namespace', namespace, '--cache-dir', folder];
    return new Kubectl(folder, base);
  }

  async close(): Promise<void> {
    await rm(this.#folder, { recursive: true });
  }

  /** Runs a command. What it says and its exit code are the result, whatever they are. */
  run(args: readonly string[], env: Record<string, string> = {}): Promise<KubectlResult> {
    return new Promise((resolve) => {
      const settings = { timeout: 20_000, env: { ...process.env, ...env } };
      execFile('kubectl', [...this.#base, ...args], settings, (error, stdout, stderr) => {
        const code = error ? Number(error.code ?? 1) : 0;
        resolve({ code, stdout, stderr: stderr.replace(SKEW, '') });
      });
    });
  }

  /** What a command prints. Throws where it fails. */
  async say(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(args);
    if (code !== 0) throw new Error(`kubectl ${args.join(' ')}: ${stderr}`);
    return stdout.trim();
  }

  /** What a command complains of. Throws where it succeeds. */
  async complain(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(args);
    if (code === 0) throw new Error(`kubectl ${args.join(' ')} went well: ${stdout}`);
    return stderr.trim();
  }

  /** Writes objects to a YAML file and answers its path. */
  async file(name: string, ...objects: readonly object[]): Promise<string> {
    const path = join(this.#folder, `${name}.yaml`);
    await writeFile(path, objects.map((object) => stringify(object)).join('---\n'));
    return path;
  }

  /** Writes a script that can be run and answers its path. */
  async script(name: string, text: string): Promise<string> {
    const path = join(this.#folder, name);
    await writeFile(path, text, { mode: 0o755 });
    return path;
  }

  /** Starts a command that goes on, and collects what it prints. */
  start(...args: string[]): RunningKubectl {
    return new RunningKubectl(spawn('kubectl', [...this.#base, ...args]));
  }
}

/** A kubectl that runs until it is stopped. */
export class RunningKubectl {
  readonly #child: ChildProcess;
  readonly #exit: Promise<number>;
  #output = '';

  constructor(child: ChildProcess) {
    this.#child = child;
    child.stdout?.on('data', (chunk: Buffer) => {
      this.#output += chunk.toString();
    });
    this.#exit = new Promise((resolve) => {
      child.once('exit', (code) => {
        resolve(code ?? 1);
      });
    });
  }

  /** Resolves once it has printed what matches. */
  async sees(pattern: RegExp): Promise<void> {
    await until(() => pattern.test(this.#output), {
      what: `kubectl prints ${String(pattern)}, not only ${this.#output}`,
    });
  }

  /** Resolves with its exit code once it has ended by itself. */
  async ended(): Promise<number> {
    return this.#exit;
  }

  async stop(): Promise<void> {
    this.#child.kill();
    await this.#exit;
  }
}
