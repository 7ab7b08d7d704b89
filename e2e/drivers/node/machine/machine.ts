import { run, say, type Ran, type RunOptions } from '@aicp/e2e/commands/run';
import { type Reaper, TestProcess } from '@aicp/test/kubernetes/control-plane/test-process';
import { until } from '@aicp/test/kubernetes/control-plane/until';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt, randomBytes } from 'node:crypto';
import { openSync, closeSync } from 'node:fs';
import { mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';

/** A cable between this machine and a node's: two addresses of a network of four. */
export interface Network {
  /** Name of the link on this side. */
  readonly link: string;
  readonly here: string;
  readonly there: string;
}

/** A network that no interface of this machine is in, so that several nodes can run at a time. Throws where there is none. */
function freeNetwork(): Network {
  const taken = Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? []).map(({ address }) => address),
  );
  const first = randomInt(256);
  for (let tried = 0; tried < 256; tried += 1) {
    const third = (first + tried) % 256;
    const prefix = `10.200.${third}.`;
    if (taken.some((address) => address.startsWith(prefix))) continue;
    return { link: `aicp-node-${third}`, here: `${prefix}1`, there: `${prefix}2` };
  }
  throw new Error('every network below 10.200.0.0/16 is in use');
}

const KEEP = join(import.meta.dirname, 'keep.sh');

/**
 * Namespaces of the system (processes, mounts, network) in which a node lives as on a machine of its own, joined to this one by a cable.
 * It ends with this process, whatever ends that one, and leaves no process, mount, link, control group or file.
 */
export class Machine {
  /** Where everything of it is written; removed at the end. */
  readonly folder: string;
  /** The control group that its pods are in. */
  readonly cgroup: string;
  /** The addresses at both ends of the cable. */
  readonly network: Network;
  private readonly keeper: ChildProcess;
  private readonly pid: string;

  private constructor(parts: {
    readonly folder: string;
    readonly cgroup: string;
    readonly network: Network;
    readonly keeper: ChildProcess;
    readonly pid: string;
  }) {
    this.folder = parts.folder;
    this.cgroup = parts.cgroup;
    this.network = parts.network;
    this.keeper = parts.keeper;
    this.pid = parts.pid;
  }

  /** Resolves once processes can be started in it. Needs root. */
  static async start(): Promise<Machine> {
    const folder = await mkdtemp(join(tmpdir(), 'aicp-node-'));
    for (const name of ['lib', 'log', 'sysctl', 'temporary']) await mkdir(join(folder, name));
    const cgroup = `aicp-node-${randomBytes(3).toString('hex')}`;
    const log = openSync(join(folder, 'machine.log'), 'a');
    const keeper = spawn('bash', [KEEP, folder, cgroup], {
      stdio: ['pipe', log, log],
      detached: true,
    });
    closeSync(log);
    try {
      const pid = await until(async () => await firstProcess(folder, keeper), {
        what: 'the namespaces of the node are there',
      });
      const network = freeNetwork();
      const machine = new Machine({ folder, cgroup, network, keeper, pid });
      await machine.plugIn();
      return machine;
    } catch (error) {
      await ended(keeper);
      throw error;
    }
  }

  /** The command line that runs a command in the machine. */
  inside(command: readonly string[]): [string, ...string[]] {
    const namespaces = ['--mount', '--pid', '--net', '--uts', '--ipc'];
    return ['nsenter', '--target', this.pid, ...namespaces, '--', ...command];
  }

  /** The same, with nothing of the machine's but its network: files and processes are ours. */
  behindTheCable(command: readonly string[]): [string, ...string[]] {
    return ['nsenter', '--target', this.pid, '--net', '--', ...command];
  }

  /** Runs a command in the machine; how it ended is the result. */
  async run(command: readonly string[], options: RunOptions = {}): Promise<Ran> {
    return await run(this.inside(command), options);
  }

  /** Kills all that is in it, and resolves when nothing is left. */
  async stop(): Promise<void> {
    await ended(this.keeper);
  }

  private async plugIn(): Promise<void> {
    const { link, here, there } = this.network;
    await say([
      'ip',
      'link',
      'add',
      link,
      'type',
      'veth',
      'peer',
      'name',
      'eth0',
      'netns',
      this.pid,
    ]);
    await say(['ip', 'address', 'add', `${here}/30`, 'dev', link]);
    await say(['ip', 'link', 'set', link, 'up']);
    const setup = [
      `ip address add ${there}/30 dev eth0`,
      'ip link set eth0 up',
      // Nothing is forwarded there, but addresses of Services need some route before they are translated.
      `ip route add default via ${here}`,
      'sysctl -qw net.ipv4.ip_forward=1',
    ];
    await say(this.inside(['bash', '-ec', setup.join('\n')]));
  }
}

async function firstProcess(folder: string, keeper: ChildProcess): Promise<string | undefined> {
  if (keeper.exitCode !== null) throw new Error('this system gives no namespaces');
  try {
    return (await readFile(join(folder, 'pid'), 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function ended(keeper: ChildProcess): Promise<void> {
  const exited = new Promise<void>((resolve) => {
    if (keeper.exitCode === null && keeper.signalCode === null)
      keeper.once('exit', () => resolve());
    else resolve();
  });
  keeper.stdin?.end();
  await exited;
}

export interface DaemonOptions {
  readonly machine: Machine;
  readonly reaper: Reaper;
}

/** Starts a program that goes on in the machine. Its log is `<name>.log` in the machine's folder. */
export function startDaemon(
  { machine, reaper }: DaemonOptions,
  name: string,
  command: readonly string[],
): TestProcess {
  const [first, ...args] = machine.inside(command);
  const environment = { PATH: process.env['PATH'], TMPDIR: `${machine.folder}/temporary` };
  return new TestProcess({
    name,
    command: first,
    args,
    folder: machine.folder,
    environment,
    reaper,
  });
}
