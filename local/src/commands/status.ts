import { sayConsole } from '../console/say-console.ts';
import { columns } from '../cli/columns.ts';
import { probeGateway } from '../client/probe.ts';
import { DATA_DIRECTORY, dataDirectory, PORT_OFFSET, type Command } from '../cli/command.ts';
import { dataPaths } from '../data/paths.ts';
import { portsFor } from '../data/ports.ts';
import { currentState, isAlive, type UpState } from '../data/state.ts';
import { probeFolder } from '../supervisor/why-not-ready.ts';

export const status: Command = {
  name: 'status',
  summary:
    'Show each service: process, address, readiness, restarts. Exit code 1 unless all are ready.',
  usage: 'status [--json] [--data-dir DIR] [--port-offset N]',
  options: { ...DATA_DIRECTORY.option, ...PORT_OFFSET.option, json: { type: 'boolean' } },
  help: [['--json', 'for programs'], DATA_DIRECTORY.help, PORT_OFFSET.help],
  async run(options, _positionals, terminal) {
    const paths = dataPaths(dataDirectory(options));
    const written = currentState(paths);
    const state = written && (await withGateway(written));
    if (options['json'])
      terminal.out(`${JSON.stringify(state ?? { ready: false, services: [] }, null, 2)}\n`);
    else terminal.out(state ? describe(state) : `nothing was started in ${paths.root}\n`);
    if (state) terminal.err(whyBehind(state, paths.root));
    return state?.ready ? 0 : 1;
  },
};

/**
 * The gateway is asked itself: the supervisor learns a new revision some seconds late, and cannot write down which process the gateway is now while the
 * disk is full.
 */
async function withGateway(state: UpState): Promise<UpState> {
  const { ready, revision } = await probeGateway(portsFor(state.portOffset).gateway);
  const known = { ...state, configRevision: revision ?? state.configRevision };
  // Without a supervisor it is some other installation that answers there.
  if (!ready || !isAlive(state.supervisor)) return known;
  const services = state.services.map((service) =>
    service.name === 'gateway' ? { ...service, ready } : service,
  );
  return { ...known, services, ready: services.length > 1 && services.every((one) => one.ready) };
}

/** Why the state file knows nothing of processes that run; nothing where it is true, or will be in a moment. */
function whyBehind(state: UpState, folder: string): string {
  const isBehind = isAlive(state.supervisor) && state.services.some(({ pid }) => pid === null);
  const problem = isBehind ? probeFolder(folder) : undefined;
  return problem === undefined ? '' : `what is shown may be old: ${problem}\n`;
}

function describe(state: UpState): string {
  const rows = [
    ['SERVICE', 'PID', 'READY', 'RESTARTS', 'ADDRESS'],
    ...state.services.map((service) => [
      service.name,
      service.pid === null ? '-' : String(service.pid),
      service.ready ? 'yes' : 'no',
      String(service.restarts),
      service.address,
    ]),
  ];
  const supervised = isAlive(state.supervisor)
    ? `supervisor ${state.supervisor}, since ${state.startedAt}`
    : 'no supervisor runs: `aicp up` starts it';
  const console = state.console ? `console          ${sayConsole(state.console)}\n` : '';
  return `${columns(rows)}\n${console}config revision  ${state.configRevision ?? 'none'}\nkubeconfig       ${state.kubeconfig}\n${supervised}\n`;
}
