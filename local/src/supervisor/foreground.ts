import { join } from 'node:path';
import { createLogger } from '@aicp/common/log/logger';
import type { Terminal } from '../cli/command.ts';
import { consolePlan } from '../console/console-plan.ts';
import { ConsoleProgress } from '../console/say-console.ts';
import { adminKey } from '../control/admin-key.ts';
import { takeLock } from '../data/lock.ts';
import type { DataPaths } from '../data/paths.ts';
import { portsFor } from '../data/ports.ts';
import { productVersion } from '../data/product-version.ts';
import { readTokens, type Tokens } from '../data/secrets.ts';
import type { UpState } from '../data/state.ts';
import { environments, INHERITED, named } from './environments.ts';
import { LogFile } from './log-file.ts';
import { Progress } from './progress.ts';
import { Supervisor } from './supervisor.ts';
import { welcome } from './welcome.ts';

export interface UpSettings {
  readonly paths: DataPaths;
  readonly portOffset: number;
  readonly kubeconfig: string | undefined;
  /** Where counts are kept; in the gateway's memory without it. */
  readonly redisUrl: string | undefined;
  /** Whether servers of tools of type stdio are run. */
  readonly mcpHost: boolean;
  /** Whether the console is built. */
  readonly console: boolean;
  readonly terminal: Terminal;
}

/** Runs the installation in this process until a signal comes. Returns the exit code. */
export async function runForeground(settings: UpSettings): Promise<number> {
  const { paths, portOffset, terminal } = settings;
  using _lock = takeLock(paths.lock);
  await adminKey(paths.adminKey, terminal.environment['AICP_ADMIN_KEY']);
  const progress = new Progress(terminal.out, performance.now());
  const output = new LogFile(join(paths.logs, 'supervisor.log'));
  const log = createLogger({ service: 'supervisor', level: 'info', destination: output });
  const building = new ConsoleProgress(terminal.out);
  const plan = consolePlan({
    workspace: join(import.meta.dirname, '../../../console'),
    data: paths.root,
    isWanted: settings.console,
    environment: terminal.environment,
  });
  let welcomed = false;
  const supervisor = new Supervisor({
    paths,
    ports: portsFor(portOffset),
    portOffset,
    version: productVersion(),
    log,
    console: { plan, environment: named(terminal.environment, INHERITED) },
    ...environments({
      paths,
      ports: portsFor(portOffset),
      gatewayTokenFile: readTokens(paths.tokens).gatewayFile,
      countsTokenFile: readTokens(paths.tokens).countsFile,
      playgroundKeyFile: readTokens(paths.tokens).playgroundFile,
      stepsKeyFile: readTokens(paths.tokens).stepsFile,
      usageTokenFile: readTokens(paths.tokens).usageFile,
      mcpHost: settings.mcpHost ? hostFilesOf(readTokens(paths.tokens)) : undefined,
      kubeconfig: settings.kubeconfig,
      adminKey: terminal.environment['AICP_ADMIN_KEY'],
      redisUrl: settings.redisUrl,
      databaseUrl: terminal.environment['AICP_DATABASE_URL'],
      logLevel: terminal.environment['AICP_LOG_LEVEL'] ?? 'info',
      inherited: terminal.environment,
      consoleDirectory: plan.directory,
    }),
    onState: (state: UpState) => {
      progress.see(state, performance.now());
      if (welcomed) building.see(state.console, performance.now());
      if (!state.ready || welcomed) return;
      welcomed = true;
      terminal.out(
        `\nready in ${progress.seconds(performance.now())}\n\n${welcome(state, terminal.isTerminal)}`,
      );
    },
  });
  terminal.out(`starting in ${paths.root}\n`);
  supervisor.start();
  await aborted(terminal.signal);
  terminal.out('stopping …\n');
  await supervisor.stop();
  output.close();
  return 0;
}

/** What the MCP host is told by files. */
const hostFilesOf = ({ mcpHostFile, hostingFile }: Tokens) => ({
  tokenFile: mcpHostFile,
  keyFile: hostingFile,
});

async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
