import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { unlessGone } from './unless-gone.ts';

/** Ports of an installation, each plus the offset. */
export function portsFor(offset: number) {
  return {
    gateway: 4000 + offset,
    cost: 8080 + offset,
    budget: 8081 + offset,
    workflow: 8085 + offset,
    admin: 8086 + offset,
    /** Taken only where there is an MCP host. */
    mcpHost: 8087 + offset,
    kubernetes: 16443 + offset,
    /** Where services take their snapshots. */
    snapshots: 16444 + offset,
    /** Health and metrics of the operator. */
    operator: 16445 + offset,
  };
}
export type Ports = ReturnType<typeof portsFor>;

/** A port that is taken, in words that name its holder. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken';
  /** Of the holder, as far as it can be seen. */
  readonly pid: number | undefined;

  constructor(message: string, pid: number | undefined) {
    super(message);
    this.pid = pid;
  }
}

/** Rejects with PortTaken where one of the ports is not free on loopback. */
export async function requireFreePorts(ports: Partial<Ports>): Promise<void> {
  for (const [name, port] of Object.entries(ports)) {
    if (await isFree(port)) continue;
    const holder = holderOf(port);
    const by = holder ? `by process ${holder.pid} (${holder.command})` : 'by another process';
    throw new PortTaken(
      `port ${port} (${name}) is taken ${by}: stop it, or choose other ports with --port-offset`,
      holder?.pid,
    );
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return await new Promise<boolean>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    });
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

const TRIES = 50;

/** An offset at which every port is free. */
export async function freeOffset(random: () => number): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    // Below the ports that the system gives to connections.
    const offset = 5000 + Math.floor(random() * 11_000);
    const ports = portsFor(offset);
    if (blockedPort(ports) !== undefined) continue;
    const free = await Promise.all(Object.values(ports).map(isFree));
    if (free.every(Boolean)) return offset;
  }
  throw new Error(`no free ports were found in ${TRIES} tries`);
}

interface Holder {
  readonly pid: number;
  readonly command: string;
}

/** Who listens on a port, as far as this system lets us see. */
function holderOf(port: number): Holder | undefined {
  return process.platform === 'linux' ? holderFromProc(port) : holderFromLsof(port);
}

function holderFromProc(port: number): Holder | undefined {
  const inodes = new Set(
    ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => listeners(file, port)),
  );
  for (const pid of readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name))) {
    if (socketsOf(pid).some((inode) => inodes.has(inode))) {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return { pid: Number(pid), command: command.slice(0, 120) };
    }
  }
  return undefined;
}

const LISTEN = '0A';

function listeners(file: string, port: number): string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return unlessGone(() => readFileSync(file, 'utf8'), '')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[1]?.endsWith(suffix) && fields[3] === LISTEN)
    .map((fields) => fields[9] ?? '');
}

function socketsOf(pid: string): string[] {
  const folder = `/proc/${pid}/fd`;
  const links = unlessGone(() => readdirSync(folder), []).map((fd) =>
    unlessGone(() => readlinkSync(`${folder}/${fd}`), ''),
  );
  return links.flatMap((link) => /^socket:\[([0-9]+)\]$/.exec(link)?.[1] ?? []);
}

function holderFromLsof(port: number): Holder | undefined {
  const args = ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'];
  const output = unlessGone(() => execFileSync('lsof', args, { encoding: 'utf8' }), '');
  const pid = /^p([0-9]+)$/m.exec(output)?.[1];
  const command = /^c(.+)$/m.exec(output)?.[1];
  return pid ? { pid: Number(pid), command: command ?? 'unknown' } : undefined;
}

/** Ports that browsers and `fetch` never connect to: the list of bad ports in the Fetch Standard (https://fetch.spec.whatwg.org/#port-blocking). */
const BLOCKED: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10_080,
]);

/** A sentence on the first port that browsers refuse; undefined where they take all. */
export function blockedPort(ports: Ports): string | undefined {
  for (const [name, port] of Object.entries(ports)) {
    if (BLOCKED.has(port)) {
      return `port ${port} (${name}) is one that browsers and fetch refuse to connect to: choose another --port-offset`;
    }
  }
  return undefined;
}
