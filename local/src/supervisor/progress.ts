import type { UpState } from '../data/state.ts';
import { WeakAdminKey } from '../control/admin-key.ts';
import { AlreadyRunning } from '../data/lock.ts';
import type { DataPaths } from '../data/paths.ts';
import { PortTaken } from '../data/ports.ts';
import { diskProblem } from './why-not-ready.ts';

/** Says once of each service that it became ready, with the seconds since the start. */
export class Progress {
  private readonly out: (text: string) => void;
  private readonly startedAt: number;
  private readonly announced = new Set<string>();

  constructor(out: (text: string) => void, now: number) {
    this.out = out;
    this.startedAt = now;
  }

  see(state: UpState, now: number): void {
    for (const { name, ready } of state.services) {
      if (!ready || this.announced.has(name)) continue;
      this.announced.add(name);
      this.out(`  ${name.padEnd(12)} ready   ${this.seconds(now)}\n`);
    }
  }

  seconds(now: number): string {
    return `${((now - this.startedAt) / 1000).toFixed(1)} s`;
  }
}

export const alreadyRuns = ({ root }: Pick<DataPaths, 'root'>): string =>
  `it already runs on ${root} (\`${commandFor('status', root)}\` shows it, \`${commandFor('down', root)}\` stops it)`;

/** A command as people type it in the folder of the project: for this installation, whichever is the usual one. */
const commandFor = (command: string, root: string): string =>
  `npx aicp ${command} --data-dir ${/^[\w./-]+$/.test(root) ? root : `'${root.replaceAll("'", `'\\''`)}'`}`;

/** What a further start asks of an installation that runs; undefined: nothing. */
interface Asked {
  readonly mcpHost: boolean;
  readonly portOffset: number | undefined;
  /** Whether it asks for none. */
  readonly noConsole: boolean;
  /** Options by which it names what the installation's state tells nobody: `--redis`. */
  readonly untold: readonly string[];
}

/** In what an installation that runs is another one than is asked for, and how it becomes that, a sentence for each. */
export function otherThanAsked(
  { services, portOffset, console }: Pick<UpState, 'services' | 'portOffset' | 'console'>,
  asked: Asked,
  { root }: Pick<DataPaths, 'root'>,
): string[] {
  const again = `run \`${commandFor('down', root)}\`, and then this again; the data stays`;
  const hasHost = services.some(({ name }) => name === 'mcp-host');
  const isElsewhere = asked.portOffset !== undefined && asked.portOffset !== portOffset;
  const hasConsole = console !== undefined && console.status !== 'off';
  const untold = asked.untold.join(' and ');
  return [
    ...(asked.mcpHost && !hasHost ? [`It runs without --mcp-host: ${again}.`] : []),
    ...(isElsewhere ? [`It runs with --port-offset ${portOffset}: ${again}.`] : []),
    ...(asked.noConsole && hasConsole ? [`It runs with a console: ${again}.`] : []),
    ...(untold === ''
      ? []
      : [`For ${untold}, what it was started with holds; to change that, ${again}.`]),
  ];
}

/** What keeps an installation from being started, in words for the person who starts it; undefined for an error that is ours. */
export function startProblem(error: unknown, paths: DataPaths): string | undefined {
  if (error instanceof PortTaken || error instanceof WeakAdminKey) return error.message;
  if (error instanceof AlreadyRunning) return alreadyRuns(paths);
  return diskProblem(error, paths.root);
}
