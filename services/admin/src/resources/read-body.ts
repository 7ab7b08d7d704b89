import { isDeepStrictEqual } from 'node:util';
import type { FieldError } from '@aicp/common/errors/problem';
import { inlineName } from '@aicp/crds/kit/secret-fields';
import { wireName } from '@aicp/crds/kit/wire-name';
import { wireToPatch, type InlineSecret } from '@aicp/crds/kit/wire-values';
import { COMMON_NAMES } from './answer-object.ts';
import type { Collection, Spec } from './collection.ts';

/** What a body asks for, in the words of the spec: only the fields that were sent, null for those that are to go. */
export interface BodyReading {
  readonly patch: Spec;
  readonly secrets: readonly InlineSecret[];
  /** Fields that there are not, that are missing, or that are not for bodies. */
  readonly errors: readonly FieldError[];
}

/**
 * Reads the body of a creation (`current` undefined) or a partial update. What every answer holds may be sent back and is passed over.
 * Whether the values are good is for `requireWellSent` to say, together with the errors found here.
 */
export function readBody(
  collection: Collection,
  body: Readonly<Record<string, unknown>>,
  current: Spec | undefined,
): BodyReading {
  const { kind } = collection;
  const { patch: sent, secrets, errors } = wireToPatch(kind, withoutAnswered(collection, body));
  const patch = collection.fillIn?.(sent, current) ?? sent;
  const missing = current ? [] : missingFields(collection, patch);
  const kept = keptBack(collection, patch, current);
  const own = Object.entries(patch).filter(([field]) => !(collection.fixed ?? []).includes(field));
  const unfit = unfitSecrets(collection, secrets);
  const all = [...errors, ...missing, ...kept, ...unfit];
  return { patch: Object.fromEntries(own), secrets, errors: all };
}

/** Secrets that the collection does not take; no message holds one. */
const unfitSecrets = (
  { kind, secretFault }: Collection,
  secrets: readonly InlineSecret[],
): FieldError[] =>
  secrets.flatMap(({ path, value }) => {
    const message = secretFault?.(path, value);
    if (message === undefined) return [];
    const above = path.slice(0, -1).map((field) => wireName(kind, field));
    return [{ path: [...above, inlineName(kind, path.at(-1) ?? '')].join('.'), message }];
  });

/** A body without what only answers say, and with one name for each field. */
function withoutAnswered(
  collection: Collection,
  body: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { kind, synonyms = {}, additions } = collection;
  const fields = Object.keys(kind.structural.spec.properties ?? {});
  const written = new Set(fields.map((field) => wireName(kind, field)));
  const answered = [...COMMON_NAMES, ...Object.keys(additions?.schemas ?? {})];
  const fieldOf = new Map(Object.entries(synonyms));
  const sent = Object.entries(body).map(([name, value]): [string, unknown] => [
    fieldOf.get(name) ?? name,
    value,
  ]);
  return Object.fromEntries(
    sent.filter(([field]) => written.has(field) || !answered.includes(field)),
  );
}

function missingFields({ kind, required = [] }: Collection, patch: Spec): FieldError[] {
  const fields = Object.keys(kind.structural.spec.properties ?? {});
  return required
    .filter((name) => {
      const field = fields.find((one) => wireName(kind, one) === name) ?? name;
      return patch[field] === undefined || patch[field] === null;
    })
    .map((path) => ({ path, message: 'is required' }));
}

/** Fields that this collection does not take; what only verbs change may be sent as it is. */
function keptBack(collection: Collection, patch: Spec, current: Spec | undefined): FieldError[] {
  const { kind, hidden = [], fixed = [] } = collection;
  const { properties = {} } = kind.structural.spec;
  return Object.entries(patch).flatMap(([field, value]) => {
    const path = wireName(kind, field);
    if (hidden.includes(field)) return [{ path, message: 'is not written here' }];
    const now = current ? current[field] : (properties[field]?.default ?? null);
    if (!fixed.includes(field) || isDeepStrictEqual(value, now)) return [];
    return [{ path, message: 'is changed by the verbs of this resource, not here' }];
  });
}
