import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { shareable } from '@aicp/common/database/open-database';
import { moveUnlessThere, TEMPLATES } from '@aicp/common/database/pglite/data-directory';
import { createLogger } from '@aicp/common/log/logger';
import { systemClock } from '@aicp/common/time/clock';
import { makeTables } from './make-tables.ts';
import { TABLES, tablesDirectory } from './prepared-tables.ts';

/** Makes the directory that a first start copies, where it is absent, and deletes those of other versions. It appears whole or not at all; rejects where a migration fails. */
export async function prepareTables(templates = TEMPLATES): Promise<void> {
  const directory = tablesDirectory(templates);
  if (!existsSync(directory)) {
    await mkdir(templates, { recursive: true });
    const fresh = await mkdtemp(join(templates, 'half-'));
    try {
      const log = createLogger({ service: 'prepare', level: 'error' });
      await makeTables(shareable({ directory: fresh }, { log, clock: systemClock }), log);
      await moveUnlessThere(join(fresh, 'data'), directory);
    } finally {
      await rm(fresh, { recursive: true, force: true });
    }
  }
  await deleteOthers(templates, basename(directory));
}

async function deleteOthers(templates: string, kept: string): Promise<void> {
  const others = (await readdir(templates)).filter(
    (name) => name.startsWith(TABLES) && name !== kept,
  );
  for (const name of others) await rm(join(templates, name), { recursive: true, force: true });
}
