import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, chmod, chown } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../../http/testing/free-ports.ts';
import type { DatabaseLocation } from '../open-database.ts';
import { makeTemplate, moveUnlessThere, TEMPLATES } from '../pglite/data-directory.ts';

/** A database engine that a suite runs on. */
export interface TestEngine {
  readonly name: 'PGlite' | 'PostgreSQL';
  /** Why it can't run here; undefined: it can. */
  readonly skipped: string | undefined;
  /** An empty database. */
  start(): Promise<TestDatabase>;
}

export interface TestDatabase {
  readonly location: Exclude<DatabaseLocation, { readonly shared: unknown }>;
  /** The server, where there is one. */
  readonly server?: PostgresServer;
  stop(): Promise<void>;
}

const pglite: TestEngine = {
  name: 'PGlite',
  skipped: undefined,
  start: async () => {
    await makeTemplate();
    const directory = await mkdtemp(join(tmpdir(), 'aicp-pglite-'));
    return {
      location: { directory },
      stop: () => rm(directory, { recursive: true, force: true }),
    };
  },
};

/** Both engines; PostgreSQL is skipped, with the reason, where it is not installed. */
export function testEngines(): TestEngine[] {
  const binaries = postgresBinaries();
  const postgres: TestEngine = {
    name: 'PostgreSQL',
    skipped:
      binaries === undefined ? 'no PostgreSQL on this machine; set AICP_POSTGRES_BIN' : undefined,
    start: async () => {
      const server = await PostgresServer.start(binaries ?? '');
      return { location: { url: server.url() }, server, stop: () => server.stop() };
    },
  };
  return [pglite, postgres];
}

const run = promisify(execFile);

const BINARIES = [
  '/usr/lib/postgresql/15/bin',
  '/usr/lib/postgresql/16/bin',
  '/usr/lib/postgresql/17/bin',
];

/** Where PostgreSQL's programs are on this machine; undefined where there are none. Throws where AICP_REQUIRE_POSTGRES wants some. */
export function postgresBinaries(): string | undefined {
  const own = process.env['AICP_POSTGRES_BIN'];
  const found = [...(own ? [own] : []), ...BINARIES].find((path) =>
    existsSync(join(path, 'initdb')),
  );
  if (!found && process.env['AICP_REQUIRE_POSTGRES']) {
    throw new Error('AICP_REQUIRE_POSTGRES is set and no PostgreSQL is installed');
  }
  return found;
}

/** A PostgreSQL server of its own, on a free port of this machine, in a directory that goes with it. */
export class PostgresServer {
  readonly port: number;
  private readonly binaries: string;
  private readonly directory: string;
  private readonly identity: { uid?: number; gid?: number };
  private readonly fsync: boolean;
  private child: ChildProcess | undefined;

  private constructor(options: {
    binaries: string;
    directory: string;
    port: number;
    identity: { uid?: number; gid?: number };
    fsync: boolean;
  }) {
    this.binaries = options.binaries;
    this.directory = options.directory;
    this.port = options.port;
    this.identity = options.identity;
    this.fsync = options.fsync;
  }

  /**
   * Initialises and starts a server; resolves when it answers. With `fsync`, it is as safe, and as slow, as one that people rely on, and has the write-ahead log of one: the small
   * one of other tests is full, and makes all be written anew, after every 10,000 rows or so.
   */
  static async start(binaries: string, fsync = false): Promise<PostgresServer> {
    const directory = await mkdtemp(join(tmpdir(), 'aicp-postgres-'));
    const identity = await otherThanRoot(directory);
    if (fsync) await run(join(binaries, 'initdb'), ['-D', directory, ...INITDB], identity);
    else await initialise(binaries, directory, identity);
    const server = new PostgresServer({
      binaries,
      directory,
      port: await freePort(),
      identity,
      fsync,
    });
    await server.resume();
    return server;
  }

  /** Where to connect, as the owner or somebody else. */
  url(user = 'owner'): string {
    return `postgres://${user}@127.0.0.1:${this.port}/postgres`;
  }

  /** Stops it at once; the data stays. */
  async halt(): Promise<void> {
    const { child } = this;
    if (!child) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    await ended;
    this.child = undefined;
  }

  /** Kills it with all its processes, as a machine that stops does: it has to recover what it wrote. The data stays. */
  async kill(): Promise<void> {
    const { child } = this;
    if (child?.pid === undefined) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const workers = await childrenOf(child.pid);
    for (const pid of [child.pid, ...workers]) killNow(pid);
    await ended;
    this.child = undefined;
  }

  /** Starts it again on the same port; resolves when it answers. */
  async resume(): Promise<void> {
    const deadline = Date.now() + 60_000;
    this.child = this.spawn();
    while (!(await this.answers())) {
      if (Date.now() > deadline) throw new Error('PostgreSQL did not start');
      // Where workers of one that was killed are not gone yet, it refuses to start.
      if (this.child.exitCode !== null) this.child = this.spawn();
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  }

  private spawn(): ChildProcess {
    const fsync = `fsync=${this.fsync ? 'on' : 'off'}`;
    const settings = [fsync, 'max_connections=50', `unix_socket_directories=`];
    return spawn(
      join(this.binaries, 'postgres'),
      [
        ...['-D', this.directory, '-p', String(this.port), '-h', '127.0.0.1'],
        ...settings.flatMap((setting) => ['-c', setting]),
      ],
      { ...this.identity, stdio: 'ignore' },
    );
  }

  async stop(): Promise<void> {
    await this.halt();
    await rm(this.directory, { recursive: true, force: true });
  }

  /** What a question answers, asked as the owner. */
  async rows<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.url() });
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  private async answers(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.url() });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select 1');
      await client.end();
      return true;
    } catch {
      return false;
    }
  }
}

/** The processes that a process has started. */
async function childrenOf(pid: number): Promise<number[]> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return list.split(' ').filter(Boolean).map(Number);
}

/** One that ended by itself meanwhile is gone as well. */
function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const INITDB = ['-U', 'owner', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'];
const SMALL_LOG = '--wal-segsize=1';
/** Two thirds of what a new server has on its disk are databases to make others from. */
const WITHOUT_TEMPLATES = `update pg_database set datistemplate = false
drop database template0
drop database template1
`;

/** Makes the files of a new server, as a copy of those that the first one on this machine got: making them takes a second of a processor. */
async function initialise(
  binaries: string,
  directory: string,
  identity: { readonly uid?: number },
): Promise<void> {
  const initdb = join(binaries, 'initdb');
  const { stdout } = await run(initdb, ['--version']);
  const [version = 'unknown'] = /\d+(\.\d+)*/.exec(stdout) ?? [];
  const template = join(TEMPLATES, `postgresql-${version}-${identity.uid ?? 'own'}`);
  if (existsSync(template)) {
    // The program keeps owners and rights, which PostgreSQL looks at.
    await run('cp', ['-a', `${template}/.`, directory]);
    return;
  }
  await run(initdb, ['-D', directory, ...INITDB, SMALL_LOG], identity);
  const single = join(binaries, 'postgres');
  const dropped = run(single, ['--single', '-F', '-D', directory, 'postgres'], identity);
  dropped.child.stdin?.end(WITHOUT_TEMPLATES);
  await dropped;
  const fresh = `${template}.${process.pid}`;
  await mkdir(TEMPLATES, { recursive: true });
  await run('cp', ['-a', directory, fresh]);
  await moveUnlessThere(fresh, template);
}

/** PostgreSQL refuses to run as root: then it runs as `postgres`, who gets the directory. */
async function otherThanRoot(directory: string): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const id = async (flag: string): Promise<number> =>
    Number((await run('id', [flag, 'postgres'])).stdout.trim());
  const identity = { uid: await id('-u'), gid: await id('-g') };
  await chown(directory, identity.uid, identity.gid);
  await chmod(directory, 0o700);
  return identity;
}
