import { columns } from '../cli/columns.ts';
import { DATA_DIRECTORY, dataDirectory, type Command } from '../cli/command.ts';
import { dataPaths, type DataPaths } from '../data/paths.ts';
import { isAlive, readState, type UpState } from '../data/state.ts';

/** The state of an installation as it is now: what the file says of processes that are gone is corrected. */
export function currentState(paths: DataPaths): UpState | undefined {
  const state = readState(paths.state);
  if (!state) return undefined;
  const services = state.services.map((service) => {
    const alive = service.pid !== null && isAlive(service.pid);
    return alive ? service : { ...service, pid: null, ready: false };
  });
  const running = isAlive(state.supervisor);
  return { ...state, services, ready: running && state.ready && services.every((s) => s.ready) };
}

export const status: Command = {
  name: 'status',
  summary:
    'Show each service: process, address, readiness, restarts. Exit code 1 unless all are ready.',
  usage: 'status [--json] [--data-dir DIR]',
  options: { ...DATA_DIRECTORY.option, json: { type: 'boolean' } },
  help: [['--json', 'for programs'], DATA_DIRECTORY.help],
  run(options, _positionals, terminal) {
    const paths = dataPaths(dataDirectory(options));
    const state = currentState(paths);
    if (options['json'])
      terminal.out(`${JSON.stringify(state ?? { ready: false, services: [] }, null, 2)}\n`);
    else terminal.out(state ? describe(state) : `nothing was started in ${paths.root}\n`);
    return Promise.resolve(state?.ready ? 0 : 1);
  },
};

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
