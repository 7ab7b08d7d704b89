import type { Api } from '../../api/api.ts';
import { objectPath } from '../../api/read/list.ts';
import { ApiProblem } from '../../api/problem.ts';

const YAML = 'application/yaml';

/** An object as Kubernetes has it. */
export interface Manifest {
  readonly text: string;
  /** Names the version, for a write that must not pass over a later one; undefined where the service names none. */
  readonly etag: string | undefined;
}

/** Which object is meant. */
export interface ObjectAddress {
  readonly collection: string;
  readonly id: string;
}

/** Reads an object as YAML. Rejects with an ApiProblem. */
export async function readManifest(
  api: Pick<Api, 'request'>,
  { collection, id }: ObjectAddress,
  signal?: AbortSignal,
): Promise<Manifest> {
  const response = await api.request(objectPath(collection, id), {
    headers: { Accept: YAML },
    signal,
  });
  return await manifestIn(response);
}

export interface ManifestWrite {
  readonly text: string;
  /** The version that it was begun from. */
  readonly etag: string | undefined;
  /** Nothing is saved: the answer is what would be. */
  readonly isTrial: boolean;
}

/** Puts a YAML document in the place of an object. Rejects with an ApiProblem, which names lines where the document is wrong. */
export async function writeManifest(
  api: Pick<Api, 'request'>,
  { collection, id }: ObjectAddress,
  { text, etag, isTrial }: ManifestWrite,
): Promise<Manifest> {
  const response = await api.request(objectPath(collection, id), {
    method: 'PUT',
    query: { dry_run: isTrial ? true : undefined },
    body: text,
    headers: {
      Accept: YAML,
      'Content-Type': YAML,
      ...(etag !== undefined && { 'If-Match': etag }),
    },
  });
  return await manifestIn(response);
}

async function manifestIn(response: Response): Promise<Manifest> {
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith(YAML)) {
    throw new ApiProblem(406, {
      title: 'No YAML',
      detail: 'This version of the service does not tell this object as YAML.',
    });
  }
  return { text: await response.text(), etag: response.headers.get('etag') ?? undefined };
}
