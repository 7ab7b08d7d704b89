import { z } from 'zod';
import { parseJson } from '@aicp/common/json/parse-json';
import type { KubernetesObject } from '@aicp/common/kubernetes/objects';
import { OWNED, SNAPSHOT_LABEL } from './parts.ts';

/** The one object whose replacement makes a snapshot the committed one. */
export const INDEX_NAME = 'aicp-snapshot';
/** On the index: hands out this revision, whatever is compiled; keys and credentials excepted. */
export const PIN_ANNOTATION = 'aicp.dev/pin-revision';
const DATA_KEY = 'index.json';

const serviceSnapshot = z.object({
  /** Of the sections' digests. */
  digest: z.string(),
  /** SHA-256 of each section's bytes. */
  sections: z.record(z.string(), z.string()),
});
export type ServiceSnapshot = z.output<typeof serviceSnapshot>;

const revision = z.object({
  epoch: z.int(),
  revision: z.int(),
  /** RFC 3339. */
  at: z.string(),
  services: z.record(z.string(), serviceSnapshot),
  degraded: z.array(z.string()),
});
export type Revision = z.output<typeof revision>;

const rejectedFragment = z.object({
  uid: z.string(),
  generation: z.number(),
  section: z.string(),
  message: z.string(),
  /** Who rejected it, by service and version. */
  by: z.string(),
  /** It stops requests, and no replica could use it. */
  guards: z.boolean().optional(),
});
export type RejectedFragment = z.output<typeof rejectedFragment>;

const snapshotIndex = z.object({
  /** Changes of leader so far, as the last leader knew them. */
  term: z.int(),
  /** Newest first: the first is what services are to run. */
  history: z.array(revision),
  /** By a section's digest: the Secrets that hold its bytes, in order. */
  parts: z.record(z.string(), z.array(z.string())),
  /** Fragments that a replica could not use. */
  refused: z.array(rejectedFragment),
  /** Objects that exist from the start and have been made once. */
  defaults: z.array(z.string()),
});
export type SnapshotIndex = z.output<typeof snapshotIndex>;

/** Before the first commit. */
export const EMPTY_INDEX: SnapshotIndex = {
  term: 0,
  history: [],
  parts: {},
  refused: [],
  defaults: [],
};

/** The index in its object; undefined where somebody spoilt it. */
export function readIndex(object: KubernetesObject): SnapshotIndex | undefined {
  const data = z.object({ [DATA_KEY]: z.string() }).safeParse(object['data']).data;
  return data && snapshotIndex.safeParse(parseJson(data[DATA_KEY])).data;
}

/** `object` with this index in it; a new object where there is none. */
export function withIndex(
  namespace: string,
  object: KubernetesObject | undefined,
  index: SnapshotIndex,
): KubernetesObject {
  const metadata = object?.metadata ?? {
    name: INDEX_NAME,
    namespace,
    labels: { ...OWNED, [SNAPSHOT_LABEL]: 'index' },
  };
  return { metadata, data: { [DATA_KEY]: JSON.stringify(index) } };
}

/** What the pin annotation says: a revision, `unreadable` for anything else. */
export function pinOf(object: KubernetesObject | undefined): number | 'unreadable' | undefined {
  const text = object?.metadata.annotations?.[PIN_ANNOTATION];
  if (text === undefined) return undefined;
  return /^[0-9]{1,15}$/.test(text) ? Number(text) : 'unreadable';
}
