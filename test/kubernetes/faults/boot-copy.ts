import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadBootCopy } from '@aicp/common/snapshot/store';
import type { ApiClient } from '../control-plane/api-client.ts';

/**
 * Mounts the Secrets that a gateway may start from in `folder`, as kubelet does. Gives the bytes of the models in it; undefined where
 * the operator has not written it yet.
 */
export async function mountBootCopy(
  client: ApiClient,
  namespace: string,
  folder: string,
): Promise<string | undefined> {
  for (let part = 0; ; part += 1) {
    const path = `/api/v1/namespaces/${namespace}/secrets/aicp-boot-gateway-${part}`;
    const { status, body } = await client.call('GET', path);
    if (status === 404) break;
    const { data } = body as { data: Record<string, string> };
    await mkdir(join(folder, String(part)), { recursive: true });
    for (const [file, bytes] of Object.entries(data)) {
      await writeFile(join(folder, String(part), file), Buffer.from(bytes, 'base64'));
    }
  }
  return (await loadBootCopy(folder))?.contents['models'];
}
