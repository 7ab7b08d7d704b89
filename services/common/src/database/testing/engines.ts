import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseLocation } from '../open-database.ts';
import { makeTemplate } from '../pglite/data-directory.ts';
import { postgresBinaries, PostgresServer } from './postgres-server.ts';

/** A database engine that a suite runs on. */
export interface TestEngine {
  readonly name: 'PGlite' | 'PostgreSQL';
  /** Why it can't run here; undefined: it can. */
  readonly skipped: string | undefined;
  /** An empty database. */
  start(): Promise<TestDatabase>;
}

export interface TestDatabase {
  readonly location: DatabaseLocation;
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
