import type { Principal } from '@aicp/api-kit/access/principal';
import { answeredConditions, shownSpec } from '../answer-object.ts';
import { answersStatus } from '../answered-fields.ts';
import type { Collection, Spec } from '../collection.ts';
import { manifest } from '../manifest.ts';
import { isWriterOf } from '../rights.ts';
import type { StoredObject } from '../stored-object.ts';

/**
 * An object as YAML for somebody: of its spec and status what the JSON answer tells that reader, and no more. Labels and annotations, which
 * JSON tells nobody, are for whoever may write it.
 */
export function manifestFor(
  collection: Collection,
  object: StoredObject,
  { reader, withStatus }: { readonly reader: Principal; readonly withStatus: boolean },
): string {
  const spec = shownSpec(collection, object, reader);
  const { labels: _labels, annotations: _annotations, ...bare } = object.metadata;
  const metadata = isWriterOf(collection, object, reader) ? object.metadata : bare;
  return manifest(
    { ...object, metadata },
    spec,
    withStatus ? shownStatus(collection, object, reader) : undefined,
  );
}

/** Whoever may not write the object, or not know what it costs, is told of its status what the JSON answer says of it. */
function shownStatus(collection: Collection, object: StoredObject, reader: Principal): Spec {
  const { status = {} } = object;
  const { outward, spendFields, hasPrivateConditions } = collection;
  const isGuarded = outward ?? spendFields ?? hasPrivateConditions?.(object) === true;
  const isWhole = reader.role === 'platform_admin' || !isGuarded;
  const whole = isWhole && isWriterOf(collection, object, reader);
  if (whole) return status;
  if (!answersStatus(collection, reader)) return {};
  const { observedGeneration } = status;
  const conditions = answeredConditions(collection, object, reader);
  return { ...(observedGeneration === undefined ? {} : { observedGeneration }), conditions };
}
