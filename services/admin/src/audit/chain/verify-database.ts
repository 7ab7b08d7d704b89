import type { Kysely } from 'kysely';
import type { AdminTables } from '../../database/tables.ts';
import { oldestFirst } from '../reading/audit-reader.ts';
import { listCheckpoints } from './checkpoint-store.ts';
import { verifyChain, type Verification } from './verify-chain.ts';

/** Verifies the chain that a database holds. `ourKey` is asked for where there are checkpoints; undefined believes whichever key they name. */
export async function verifyDatabase(
  kysely: Kysely<AdminTables>,
  ourKey: () => Promise<string | undefined>,
): Promise<Verification> {
  const checkpoints = await listCheckpoints(kysely);
  const ours = checkpoints.length > 0 ? await ourKey() : undefined;
  return await verifyChain({
    checkpoints,
    entries: oldestFirst(kysely),
    isOurs: (key) => ours === undefined || key === ours,
  });
}
