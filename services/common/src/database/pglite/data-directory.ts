import { constants, existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { PgliteThread } from './thread.ts';

/** Where prepared data directories stand, unless told otherwise: beside the packages that made them. */
export const TEMPLATES = join(import.meta.dirname, '../../../../../node_modules/.cache/aicp');

/** The prepared data directory for the PGlite that is installed. */
export const templateOf = (templates: string): string =>
  join(templates, `pglite-${pgliteVersion()}`);

/**
 * Makes a data directory that PGlite opens in a second, from the prepared one where there is one: initialising takes PGlite many
 * seconds. What an interrupted copy left is made anew.
 */
export async function prepareDirectory(data: string, templates = TEMPLATES): Promise<void> {
  const template = templateOf(templates);
  if (existsSync(data) || !existsSync(template)) return;
  await copyWhole(template, data);
}

/** Makes the prepared data directory where it is absent. Whether it had to. */
export async function makeTemplate(templates = TEMPLATES): Promise<boolean> {
  const template = templateOf(templates);
  if (existsSync(template)) return false;
  const fresh = `${template}.${process.pid}`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(dirname(fresh), { recursive: true });
  const thread = new PgliteThread(fresh);
  await thread.begin({ onBytes: () => undefined, onEnd: () => undefined });
  await thread.close();
  await moveUnlessThere(fresh, template);
  return true;
}

async function copyWhole(from: string, to: string): Promise<void> {
  const half = `${to}.new`;
  await rm(half, { recursive: true, force: true });
  await cp(from, half, { recursive: true, mode: constants.COPYFILE_FICLONE });
  await rename(half, to);
}

/** Another process may have been faster. */
async function moveUnlessThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
    await rm(from, { recursive: true, force: true });
  }
}

function pgliteVersion(): string {
  const entry = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  const file = join(dirname(entry), '..', 'package.json');
  return z.object({ version: z.string() }).parse(JSON.parse(readFileSync(file, 'utf8'))).version;
}
