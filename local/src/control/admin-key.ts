import { existsSync, readFileSync } from 'node:fs';
import { replaceFile } from '@aicp/common/files/replace-file';
import { newApiKey } from '@aicp/contracts/keys/api-key';

/** A bootstrap key that nobody should use. */
export class WeakAdminKey extends Error {
  override readonly name = 'WeakAdminKey';
}

const SHORTEST_KEY = 20;

/**
 * The bootstrap key: the wanted one, else the one in the file, else a new one. The file (mode 0600) holds it afterwards.
 * Throws WeakAdminKey where the wanted one is too short.
 */
export async function adminKey(path: string, wanted: string | undefined): Promise<string> {
  if (wanted !== undefined && wanted.length < SHORTEST_KEY) {
    throw new WeakAdminKey(`AICP_ADMIN_KEY needs ${SHORTEST_KEY} characters or more`);
  }
  const present = existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
  const key = wanted ?? present ?? newApiKey();
  if (key !== present) await replaceFile(path, `${key}\n`);
  return key;
}
