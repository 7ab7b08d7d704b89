import { sameJson, type KubeObject, type Metadata } from './object.ts';
import type { FieldError } from './status.ts';
import { forbiddenValue, invalidValue, requiredValue, tooLong } from './field-errors.ts';
import { labelValueErrors, qualifiedNameErrors, type NameCheck } from './names.ts';

const MAX_ANNOTATION_BYTES = 256 * 1024;

const invalidAll = (field: string, value: string, texts: readonly string[]): FieldError[] =>
  texts.map((text) => invalidValue(field, value, text));

/** What is wrong with the metadata of a new object. `nameErrors` is the kind's own rule for names. */
export function validateMetadata(metadata: Metadata, nameErrors: NameCheck): FieldError[] {
  const { name, generateName } = metadata;
  const errors: FieldError[] = [];
  if (generateName) {
    const stem = generateName.endsWith('-') ? `${generateName.slice(0, -1)}a` : generateName;
    errors.push(...invalidAll('metadata.generateName', generateName, nameErrors(stem)));
  }
  if (name) errors.push(...invalidAll('metadata.name', name, nameErrors(name)));
  else errors.push(requiredValue('metadata.name', 'name or generateName is required'));
  return [...errors, ...validateCommon(metadata)];
}

function validateCommon(metadata: Metadata): FieldError[] {
  const { labels = {}, annotations = {}, finalizers = [] } = metadata;
  const labelErrors = Object.entries(labels).flatMap(([key, value]) => [
    ...invalidAll('metadata.labels', key, qualifiedNameErrors(key)),
    ...invalidAll('metadata.labels', value, labelValueErrors(value)),
  ]);
  const annotationErrors = Object.keys(annotations).flatMap((key) =>
    invalidAll('metadata.annotations', key, qualifiedNameErrors(key.toLowerCase())),
  );
  const bytes = Buffer.byteLength(Object.entries(annotations).flat().join(''));
  return [
    ...labelErrors,
    ...annotationErrors,
    ...(bytes > MAX_ANNOTATION_BYTES
      ? [tooLong('metadata.annotations', MAX_ANNOTATION_BYTES)]
      : []),
    ...validateOwners(metadata),
    ...finalizers.flatMap((finalizer) =>
      invalidAll('metadata.finalizers', finalizer, qualifiedNameErrors(finalizer)),
    ),
  ];
}

function validateOwners({ ownerReferences = [] }: Metadata): FieldError[] {
  const at = 'metadata.ownerReferences';
  const wording = { apiVersion: 'version must not be empty' } as Record<string, string>;
  return ownerReferences.flatMap((owner) =>
    ['apiVersion', 'kind', 'name', 'uid']
      .filter((key) => !owner[key])
      .map((key) => invalidValue(`${at}.${key}`, '', wording[key] ?? 'must not be empty')),
  );
}

/** What is wrong with changing `old` into `next`, as far as metadata goes. */
export function validateMetadataUpdate(next: KubeObject, old: KubeObject): FieldError[] {
  const errors: FieldError[] = [];
  for (const key of ['name', 'namespace', 'uid', 'creationTimestamp'] as const) {
    if (!sameJson(next.metadata[key], old.metadata[key])) {
      const value = next.metadata[key] ?? '';
      errors.push(invalidValue(`metadata.${key}`, value, 'field is immutable'));
    }
  }
  if (old.metadata.deletionTimestamp) {
    const known = old.metadata.finalizers ?? [];
    const added = (next.metadata.finalizers ?? []).filter((item) => !known.includes(item)).sort();
    if (added.length > 0) {
      const list = added.map((item) => JSON.stringify(item)).join(', ');
      const detail = `no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`;
      errors.push(forbiddenValue('metadata.finalizers', detail));
    }
  }
  return [...errors, ...validateCommon(next.metadata)];
}
