import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { dataPaths } from '@aicp/local/data/paths';
import { portsFor } from '@aicp/local/data/ports';
import { readTokens } from '@aicp/local/data/secrets';
import { environments } from '@aicp/local/supervisor/environments';
import { until } from '../contract/until.ts';
import type { Installation } from './installation.ts';

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
      kubeconfig: undefined,
      adminKey: undefined,
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
    await until(`${part} is gone`, () => child.signalCode !== null || child.exitCode !== null);
  }

  async killAll(): Promise<void> {
    for (const part of [...this.processes.keys()]) await this.kill(part);
  }
}
