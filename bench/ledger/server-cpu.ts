import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { LedgerDatabase } from '@aicp/ledger/database/tables';

/** Linux counts in hundredths of a second. */
const MS_PER_TICK = 10;

/** What `/proc/PID/stat` holds behind the name of the program, which may hold anything itself. */
const PARENT = 1;
const OWN_TICKS = [11, 12];
const TICKS_OF_ENDED_CHILDREN = [13, 14];

/** CPU time that the processes of a PostgreSQL server on this machine have used so far, ms; undefined for PGlite, which is a part of this process. */
export async function serverCpuMs(database: LedgerDatabase): Promise<number | undefined> {
  if (database.engine === 'pglite') return undefined;
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(
    database.kysely,
  );
  const server = statOf(String(rows[0]?.pid))?.[PARENT];
  if (server === undefined) throw new Error('the server runs on another machine');
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = statOf(pid);
    if (pid === server) ticks += sum(stat, [...OWN_TICKS, ...TICKS_OF_ENDED_CHILDREN]);
    else if (stat?.[PARENT] === server) ticks += sum(stat, OWN_TICKS);
  }
  return ticks * MS_PER_TICK;
}

/** CPU time that a process of this machine has used so far, with all of its threads, ms. */
export function processCpuMs(pid: number): number {
  const stat = statOf(String(pid));
  if (!stat) throw new Error(`process ${pid} has ended`);
  return sum(stat, OWN_TICKS) * MS_PER_TICK;
}

/** Undefined where the process has ended. */
function statOf(pid: string): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

const sum = (stat: readonly string[] | undefined, places: readonly number[]): number =>
  places.reduce((total, place) => total + Number(stat?.[place] ?? 0), 0);
