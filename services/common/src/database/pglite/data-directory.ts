import { execFile } from 'node:child_process';
import { constants, cpSync, existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { PgliteThread } from './thread.ts';

/** Where prepared data directories stand, unless told otherwise: beside the packages that made them. */
export const TEMPLATES = join(import.meta.dirname, '../../../../../node_modules/.cache/aicp');

/** The prepared data directory for the PGlite that is installed. */
export const templateOf = (templates: string): string =>
  join(templates, `pglite-${pgliteVersion()}-single`);

/** What a new data directory may be a copy of. */
export interface Prepared {
  /** Where prepared data directories stand, which are empty; beside the packages unless it says otherwise. */
  readonly templates?: string | undefined;
  /** One that has tables already, which a database left that was closed. Asked for a new directory alone; undefined: there is none. */
  readonly prepared?: (() => string | undefined) | undefined;
}

/**
 * Makes a data directory that PGlite opens in a second, as a copy of a prepared one where there is one. A copy that was interrupted is
 * made again.
 */
export async function prepareDirectory(
  data: string,
  { templates = TEMPLATES, prepared }: Prepared = {},
): Promise<void> {
  if (existsSync(data)) return;
  const template = prepared?.() ?? templateOf(templates);
  if (existsSync(template)) await copyWhole(template, data);
  else await initialiseApart(data);
}

/** Makes the prepared data directory where it is absent. */
export async function makeTemplate(templates = TEMPLATES): Promise<void> {
  const template = templateOf(templates);
  if (!existsSync(template)) await initialiseApart(template);
}

/** Databases that others are made from are half of a new directory, and nobody makes others. */
const WITHOUT_TEMPLATES = [
  'update pg_database set datistemplate = false',
  'drop database template0',
  'drop database template1',
];

/** A statement in PostgreSQL's wire protocol. */
function query(statement: string): Uint8Array {
  const text = Buffer.from(`${statement}\0`);
  const head = Buffer.from([0x51, 0, 0, 0, 0]);
  head.writeInt32BE(4 + text.length, 1);
  return Buffer.concat([head, text]);
}

/** Initialises a data directory in this process. It appears whole or not at all. */
export async function initialiseDirectory(directory: string): Promise<void> {
  if (existsSync(directory)) return;
  const fresh = `${directory}.${process.pid}`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(dirname(fresh), { recursive: true });
  const thread = new PgliteThread(fresh);
  await thread.begin({ onBytes: () => undefined, onEnd: () => undefined });
  for (const statement of WITHOUT_TEMPLATES)
    thread.send({ type: 'bytes', bytes: query(statement) });
  await thread.close();
  await moveUnlessThere(fresh, directory);
}

/** Initialises a data directory in a process of its own: it takes many seconds, and 200 MiB that the process never gives back. */
async function initialiseApart(directory: string): Promise<void> {
  const program = join(import.meta.dirname, 'prepare/main.ts');
  await promisify(execFile)(process.execPath, [program, directory]);
}

async function copyWhole(from: string, to: string): Promise<void> {
  const half = `${to}.new`;
  await rm(half, { recursive: true, force: true });
  // A thousand small files: one after another in one go takes a fifth of the processor time.
  cpSync(from, half, { recursive: true, mode: constants.COPYFILE_FICLONE });
  await rename(half, to);
}

/** Another process may have been faster. */
export async function moveUnlessThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
    await rm(from, { recursive: true, force: true });
  }
}

/** Of the PGlite that is installed. */
export function pgliteVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const file = join(dirname(entry), '..', 'package.json');
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).version;
}
