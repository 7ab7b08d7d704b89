import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../cli/command.ts';
import { readState } from '../data/state.ts';
import { COMPILE_CACHE } from './environments.ts';
import type { UpSettings } from './foreground.ts';
import { Progress } from './progress.ts';
import { welcome } from './welcome.ts';
import { lastWords, probeFolder, whyNotReady } from './why-not-ready.ts';

const PATIENCE_MS = 90_000;

/** Starts `aicp up` in the background and returns when everything is ready, showing what becomes so meanwhile. */
export async function startDetached(settings: UpSettings): Promise<number> {
  const { paths, redisUrl, terminal } = settings;
  const logPath = join(paths.logs, 'up.log');
  const output = openSync(logPath, 'w', 0o600);
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=1', join(import.meta.dirname, 'main.ts'), ...args(settings)],
    {
      detached: true,
      stdio: ['ignore', output, output],
      env: {
        NODE_COMPILE_CACHE: COMPILE_CACHE,
        ...terminal.environment,
        // Not among the arguments, which everybody on the machine can read: it may hold a password.
        ...(redisUrl === undefined ? {} : { AICP_REDIS_URL: redisUrl }),
      },
    },
  );
  closeSync(output);
  child.unref();
  const progress = new Progress(terminal.out, performance.now());
  const deadline = performance.now() + PATIENCE_MS;
  terminal.out(`starting in ${paths.root}\n`);
  while (performance.now() < deadline && child.exitCode === null && !terminal.signal.aborted) {
    const state = readState(paths.state);
    if (state && state.supervisor === child.pid) {
      progress.see(state, performance.now());
      if (state.ready) {
        terminal.out(
          `\nready in ${progress.seconds(performance.now())}\n\n${welcome(state, terminal.isTerminal)}`,
        );
        return 0;
      }
    }
    await delay(50);
  }
  const said = lastWords(logPath, paths);
  const { exitCode, signalCode: signal } = child;
  if (exitCode === null) child.kill('SIGTERM');
  const disk = probeFolder(paths.root);
  throw new UserError(whyNotReady({ said, exitCode, signal, disk, logs: paths.logs }));
}

function args({ paths, portOffset, kubeconfig, console, mcpHost }: UpSettings): string[] {
  return [
    '--data-dir',
    paths.root,
    '--port-offset',
    String(portOffset),
    ...(kubeconfig ? ['--kubeconfig', kubeconfig] : []),
    ...(console ? [] : ['--no-console']),
    ...(mcpHost ? ['--mcp-host'] : []),
  ];
}
