import { columns } from '../cli/columns.ts';
import { probeGateway } from '../client/probe.ts';
import { DATA_DIRECTORY, dataDirectory, PORT_OFFSET, type Command } from '../cli/command.ts';
import { dataPaths } from '../data/paths.ts';
import { portsFor } from '../data/ports.ts';
import { currentState, isAlive, type UpState } from '../data/state.ts';

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
    const state = written && (await withRevision(written));
    if (options['json'])
      terminal.out(`${JSON.stringify(state ?? { ready: false, services: [] }, null, 2)}\n`);
    else terminal.out(state ? describe(state) : `nothing was started in ${paths.root}\n`);
    return state?.ready ? 0 : 1;
  },
};

/** The gateway is asked for its revision: the supervisor learns a new one some seconds late. */
async function withRevision(state: UpState): Promise<UpState> {
  const { revision } = await probeGateway(portsFor(state.portOffset).gateway);
  return { ...state, configRevision: revision ?? state.configRevision };
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
  return `${columns(rows)}\nconfig revision  ${state.configRevision ?? 'none'}\nkubeconfig       ${state.kubeconfig}\n${supervised}\n`;
}
