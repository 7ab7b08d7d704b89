import { Problem } from '@aicp/common/errors/problem';
import { ownerOf } from '@aicp/common/kubernetes/ownership';
import { z } from 'zod';
import type { Spec } from './collection.ts';
import { manifest } from './manifest.ts';
import type { StoredObject } from './stored-object.ts';

/** What somebody wants to do to an object. */
export interface Intent {
  /** The spec as it would be; undefined: the object would go. */
  readonly spec: Spec | undefined;
  /** A verb's own fields: only who sets one of these stands in its way. Without it, any owner does. */
  readonly fields?: readonly string[];
}

/** Throws a Problem (409) where the object is kept elsewhere: it names the owner, and the YAML to commit instead. */
export function requireOwned(object: StoredObject, intent: Intent): void {
  const { readOnly, owner = 'another tool', managedBy } = ownerOf(object);
  if (!readOnly) return;
  if (intent.fields && !intent.fields.some((field) => isSetElsewhere(object, field))) return;
  const what = intent.spec ? 'commit the YAML below there' : 'remove it there';
  throw new Problem(409, `${owner} owns this object: ${what} instead.`, {
    extensions: {
      owner,
      managed_by: managedBy,
      owned_by: partsOf(managedBy, owner),
      yaml: manifest(object, intent.spec ?? object.spec),
    },
  });
}

/** `Kustomization flux-system/platform` in its parts. */
function partsOf(tool: string, owner: string): Readonly<Record<string, string>> {
  const [kind = '', path = ''] = owner.split(' ');
  const [namespace = '', name] = path.split('/');
  return name === undefined ? { tool, kind, name: path } : { tool, kind, name, namespace };
}

const OURS = new Set(['aicp-admin', 'aicp-operator']);

const managers = z
  .array(
    z.object({
      manager: z.string().default(''),
      subresource: z.string().optional(),
      fieldsV1: z.object({ 'f:spec': z.record(z.string(), z.unknown()).optional() }).optional(),
    }),
  )
  .default([]);

/** Whether somebody else wrote a field of the spec, so that a change of it here would be undone. */
const isSetElsewhere = (object: StoredObject, field: string): boolean =>
  managers
    .parse(object.metadata['managedFields'])
    .filter(({ manager, subresource }) => !subresource && !OURS.has(manager))
    .some(({ fieldsV1 }) => fieldsV1?.['f:spec']?.[`f:${field}`] !== undefined);
