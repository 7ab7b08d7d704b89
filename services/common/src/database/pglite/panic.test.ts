import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLogger } from '../../log/logger.ts';
import { systemClock } from '../../time/clock.ts';
import { isUnavailable } from '../gated-pool.ts';
import { makeTemplate } from './data-directory.ts';
import { openPgliteHost, type PgliteHost } from './pglite-host.ts';
import { panicIn } from './panic.ts';

let directory: string;
let host: PgliteHost;
beforeEach(async () => {
  await makeTemplate();
  directory = await mkdtemp(join(tmpdir(), 'aicp-panic-'));
  host = await openPgliteHost({
    directory,
    log: createLogger({ service: 'test', level: 'silent' }),
    clock: systemClock,
  });
});
afterEach(async () => {
  await host.close();
  await rm(directory, { recursive: true, force: true });
});

const run = async (statement: string): Promise<readonly unknown[]> =>
  await host.engine('aicp_test').asOwner(async (pool) => {
    const client = await pool.connect();
    const { rows } = (await client.query(statement, [])) as { rows: unknown[] };
    return rows;
  });

it('a database that panics, as where its disk is full at a checkpoint, is started again with what was written', async () => {
  await run('create table kept (id integer)');
  await run('insert into kept values (1)');
  const obstacle = join(directory, 'data/pg_logical/replorigin_checkpoint.tmp');
  await mkdir(obstacle);
  const refused = await run('checkpoint').catch((error: unknown) => error);
  expect(refused).toMatchObject({ message: expect.stringContaining('gave up') as string });
  expect(isUnavailable(refused)).toBe(true);
  await rm(obstacle, { recursive: true });
  expect(await run('select id from kept')).toEqual([{ id: 1 }]);
  await run('checkpoint');
});

it('what is refused is no panic', async () => {
  await expect(run('select * from nothing')).rejects.toThrow('does not exist');
  expect(panicIn(new Uint8Array())).toBeUndefined();
  expect(await run('select 1 as one')).toEqual([{ one: 1 }]);
});
