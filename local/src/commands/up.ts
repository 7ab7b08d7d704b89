import { mkdirSync } from 'node:fs';
import {
  DATA_DIRECTORY,
  dataDirectory,
  UserError,
  type Command,
  type OptionValues,
  type Terminal,
} from '../cli/command.ts';
import { AlreadyRunning } from '../data/lock.ts';
import { dataPaths, type DataPaths } from '../data/paths.ts';
import { blockedPort, portsFor, type Ports } from '../data/ports.ts';
import { isAlive, readState } from '../data/state.ts';
import { startDetached } from '../supervisor/detached.ts';
import { requirePorts } from '../supervisor/orphans.ts';
import { welcome } from '../supervisor/welcome.ts';
import { alreadyRuns, otherThanAsked, startProblem } from '../supervisor/progress.ts';
import { probeFolder } from '../supervisor/why-not-ready.ts';

const LONGEST_OFFSET = 40_000;

export const up: Command = {
  name: 'up',
  summary: 'Start the whole control plane on this machine. Ctrl-C stops it.',
  usage:
    'up [--detach] [--data-dir DIR] [--port-offset N] [--kubeconfig FILE] [--redis URL] [--no-console] [--mcp-host]',
  options: {
    ...DATA_DIRECTORY.option,
    detach: { type: 'boolean', short: 'd' },
    'port-offset': { type: 'string' },
    kubeconfig: { type: 'string' },
    redis: { type: 'string' },
    'no-console': { type: 'boolean' },
    'mcp-host': { type: 'boolean' },
  },
  help: [
    ['-d, --detach', 'return when everything is ready, and leave it running'],
    DATA_DIRECTORY.help,
    ['--port-offset N', 'add N to every port (gateway 4000, Kubernetes API 16443, …)'],
    [
      '--kubeconfig FILE',
      'use that cluster (with our CRDs) instead of the embedded Kubernetes API',
    ],
    ['--redis URL', 'count in that Valkey or Redis (also AICP_REDIS_URL), not in memory'],
    ['--mcp-host', 'run the programs of MCPServers of type stdio, as whoever starts this'],
    ['--no-console', 'do not build the web console (also AICP_CONSOLE=off); a built one is served'],
  ],
  async run(options, _positionals, terminal) {
    const paths = dataPaths(dataDirectory(options));
    const portOffset = offsetOf(options);
    const running = readState(paths.state);
    if (running && isAlive(running.supervisor)) return already(options, paths, terminal);
    const problem = probeFolder(paths.root);
    if (problem !== undefined) throw new UserError(problem);
    mkdirSync(paths.logs, { recursive: true, mode: 0o700 });
    try {
      const mcpHost = options['mcp-host'] === true;
      await requirePorts(portsOf(portOffset, mcpHost), paths);
      const settings = {
        paths,
        portOffset,
        kubeconfig: kubeconfigOf(options),
        redisUrl: redisUrlOf(options, terminal),
        console: options['no-console'] !== true,
        mcpHost,
        terminal,
      };
      if (options['detach']) return await startDetached(settings);
      const { runForeground } = await import('../supervisor/foreground.ts');
      return await runForeground(settings);
    } catch (error) {
      if (error instanceof AlreadyRunning) return already(options, paths, terminal);
      const problem = startProblem(error, paths);
      if (problem !== undefined) throw new UserError(problem);
      throw error;
    }
  },
};

/** The ports that are taken: of services that are not started, none. */
function portsOf(offset: number, hasMcpHost: boolean): Partial<Ports> {
  const { mcpHost, ...always } = portsFor(offset);
  return hasMcpHost ? { ...always, mcpHost } : always;
}

/** `make up` twice is no error: the second says where everything is. In the foreground it is one. */
function already(options: OptionValues, paths: DataPaths, terminal: Terminal): number {
  const state = readState(paths.state);
  if (!options['detach'] || !state) throw new UserError(alreadyRuns(paths));
  const asked = {
    mcpHost: options['mcp-host'] === true,
    portOffset: options['port-offset'] === undefined ? undefined : offsetOf(options),
    noConsole: options['no-console'] === true,
    untold: ['kubeconfig', 'redis']
      .filter((one) => options[one] !== undefined)
      .map((one) => `--${one}`),
  };
  const other = otherThanAsked(state, asked, paths);
  const said = other.length === 0 ? '' : `\n\n${other.join('\n')}`;
  terminal.out(`it already runs on ${paths.root}${said}\n\n${welcome(state, terminal.isTerminal)}`);
  return 0;
}

function offsetOf(options: OptionValues): number {
  const text = options['port-offset'] ?? '0';
  const offset = typeof text === 'string' && /^[0-9]+$/.test(text) ? Number(text) : Number.NaN;
  if (!(offset <= LONGEST_OFFSET)) {
    throw new UserError(`--port-offset takes a whole number from 0 to ${LONGEST_OFFSET}`);
  }
  const blocked = blockedPort(portsFor(offset));
  if (blocked !== undefined) throw new UserError(blocked);
  return offset;
}

const kubeconfigOf = (options: OptionValues): string | undefined =>
  typeof options['kubeconfig'] === 'string' ? options['kubeconfig'] : undefined;

function redisUrlOf(options: OptionValues, { environment }: Terminal): string | undefined {
  const url = options['redis'] ?? environment['AICP_REDIS_URL'];
  if (typeof url !== 'string' || url === '') return undefined;
  if (!/^rediss?:\/\/[^/\s]/.test(url) || !URL.canParse(url)) {
    throw new UserError('--redis takes an address such as redis://127.0.0.1:6379');
  }
  return url;
}
