import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { KubernetesApi } from '@aicp/common/kubernetes/api';
import { isAlreadyExists } from '@aicp/common/kubernetes/errors';
import { SECRETS, type KubernetesObject } from '@aicp/common/kubernetes/objects';
import { sha256 } from '@aicp/contracts/snapshot/digest';
import { z } from 'zod';

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** A Secret holds 1 MiB at most; base64 and metadata want their share. */
export const PART_BYTES = 700 * 1024;
/** Marks the Secrets that hold snapshots: `part`, or `boot` for the copy that pods mount. */
export const SNAPSHOT_LABEL = 'aicp.dev/snapshot';
export const OWNED = { 'app.kubernetes.io/managed-by': 'aicp-operator' } as const;
const DIGEST_CHARACTERS = 20;
const DATA_KEY = 'part';

const partData = z.object({ data: z.object({ [DATA_KEY]: z.base64() }) });

/** The bytes of a section, packed and cut into pieces that a Secret can hold. */
export async function packed(bytes: string): Promise<Buffer[]> {
  const whole = await pack(bytes);
  const pieces: Buffer[] = [];
  for (let at = 0; at < whole.length; at += PART_BYTES) {
    pieces.push(whole.subarray(at, at + PART_BYTES));
  }
  return pieces;
}

/** Writes a section as immutable Secrets named by their contents, and gives their names. What is there already is right. */
export async function writeParts(
  api: Pick<KubernetesApi, 'create'>,
  namespace: string,
  bytes: string,
): Promise<string[]> {
  const pieces = await packed(bytes);
  return await Promise.all(
    pieces.map(async (piece) => {
      const name = `aicp-snap-${sha256(piece).slice(0, DIGEST_CHARACTERS)}`;
      await createUnlessThere(api, {
        metadata: { name, namespace, labels: { ...OWNED, [SNAPSHOT_LABEL]: 'part' } },
        type: 'aicp.dev/snapshot',
        immutable: true,
        data: { [DATA_KEY]: piece.toString('base64') },
      });
      return name;
    }),
  );
}

async function createUnlessThere(
  api: Pick<KubernetesApi, 'create'>,
  secret: KubernetesObject,
): Promise<void> {
  try {
    await api.create(SECRETS, secret);
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
}

/** A section's bytes from its Secrets; undefined where one is missing or they are not what the digest says. */
export async function readParts(
  api: Pick<KubernetesApi, 'get'>,
  options: { namespace: string; names: readonly string[]; digest: string },
): Promise<string | undefined> {
  const { namespace, names, digest } = options;
  const pieces = await Promise.all(
    names.map(async (name) => {
      const secret = partData.safeParse(await api.get(SECRETS, { namespace, name })).data;
      return secret && Buffer.from(secret.data[DATA_KEY], 'base64');
    }),
  );
  if (!pieces.every((piece) => piece !== undefined)) return undefined;
  const bytes = await unpacked(Buffer.concat(pieces));
  return bytes && sha256(bytes) === digest ? bytes.toString() : undefined;
}

async function unpacked(whole: Buffer): Promise<Buffer | undefined> {
  try {
    return await unpack(whole);
  } catch (error) {
    // Spoilt bytes are as good as none.
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}
