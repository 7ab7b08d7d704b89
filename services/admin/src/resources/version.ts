import { hash } from 'node:crypto';
import type { StoredObject } from './stored-object.ts';

/** Base64url characters of a digest: 72 bits. */
const DIGEST_LENGTH = 12;

/**
 * Names what people and programs can change of an object: its spec, by its generation, its labels and its annotations. The operator writes status every few seconds
 * where something is spent, which changes the resourceVersion and is nobody's edit.
 */
export function versionOf({ metadata }: StoredObject): string {
  const { uid = '', generation = 0, labels, annotations } = metadata;
  const text = JSON.stringify([uid, inOrder(labels), inOrder(annotations)]);
  return `${generation}-${hash('sha256', text, 'base64url').slice(0, DIGEST_LENGTH)}`;
}

const inOrder = (texts: Readonly<Record<string, string>> = {}): [string, string][] =>
  Object.entries(texts).sort(([one], [other]) => (one < other ? -1 : 1));

/** Whether an object is the one that a caller saw, who may also name its resourceVersion: then not even its status may have been written since. */
export const isVersion = (object: StoredObject, seen: string): boolean =>
  seen === versionOf(object) || seen === object.metadata.resourceVersion;
