import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AdminSurroundings, InstalledAdmin } from '../../admin/installed-admin.ts';

const MAIN = join(import.meta.dirname, '../../../services/admin/src/main.ts');
const LATER_CLOCK = join(import.meta.dirname, 'later-clock.ts');
const LOOK_EVERY_MS = 50;

/** The admin service as it is installed, in a process of its own, which can be killed and started again on what it left. */
export class AdminProcess implements InstalledAdmin {
  readonly port: number;
  log = '';
  kills = 0;
  /** How far its clock is ahead of this machine's, ms: for who starts it to set. */
  aheadMs = 0;
  private readonly environment: Readonly<Record<string, string>>;
  private child: ChildProcess | undefined;
  private isReady = false;

  private constructor(port: number, environment: Readonly<Record<string, string>>) {
    this.port = port;
    this.environment = environment;
  }

  /** Starts the first one; resolves when it is ready. */
  static async start(
    { port, databaseUrl }: { readonly port: number; readonly databaseUrl: string },
    { kubeconfig, dataDirectory, snapshotToken, auditToken, ...others }: AdminSurroundings,
  ): Promise<AdminProcess> {
    await mkdir(dataDirectory, { recursive: true });
    const file = async (name: string, text: string): Promise<string> => {
      const path = join(dataDirectory, name);
      await writeFile(path, text, { mode: 0o600 });
      return path;
    };
    const admin = new AdminProcess(port, {
      AICP_PORT: String(port),
      AICP_DATA_DIR: dataDirectory,
      AICP_DATABASE_URL: databaseUrl,
      AICP_INSTANCE: 'admin-0',
      AICP_NAMESPACE: others.namespace,
      AICP_OPERATOR_URL: others.operatorUrl,
      AICP_TOKEN_FILE: await file('snapshot-token', snapshotToken),
      AICP_AUDIT_TOKEN_FILE: await file('audit-token', auditToken),
      AICP_EVENTS_ALLOW: 'loopback',
      KUBECONFIG: await file('kubeconfig', kubeconfig),
    });
    await admin.start();
    return admin;
  }

  /** Resolves when it is ready. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, ['--import', LATER_CLOCK, MAIN], {
      env: { ...process.env, ...this.environment, CLOCK_AHEAD_MS: String(this.aheadMs) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child = child;
    const read = (chunk: Buffer): void => {
      this.log += chunk.toString();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    while (!(await this.answersReady())) {
      if (child.exitCode !== null) {
        throw new Error(`the admin service ended at its start: ${this.log.slice(-2000)}`);
      }
      await sleep(LOOK_EVERY_MS);
    }
    this.isReady = true;
  }

  ready(): boolean {
    return this.isReady;
  }

  /** With SIGKILL; resolves when it is gone. */
  async kill(): Promise<void> {
    this.kills += 1;
    await this.stop();
  }

  /** A kill too: what it had under way is of no interest any more. */
  async stop(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    this.isReady = false;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  private async answersReady(): Promise<boolean> {
    try {
      return (await fetch(`http://127.0.0.1:${this.port}/ready`)).ok;
    } catch {
      // It does not listen yet.
      return false;
    }
  }
}
