import { invalid } from '@aicp/api-kit/route/field-errors';
import type { FieldError } from '@aicp/common/errors/problem';
import { API_VERSION, type KindDefinition } from '@aicp/crds/kit/kind';
import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { UNKNOWN_TOLD, unknownField } from '@aicp/crds/kit/unknown-name';
import { z } from 'zod';
import type { Spec } from '../collection.ts';
import { linesOf, type LineOf } from './lines-of.ts';
import { parseYaml } from './parse-yaml.ts';

/** A Kubernetes object as somebody sent it in YAML: which one is meant, and its whole spec. */
export interface Manifest {
  readonly name: string;
  readonly resourceVersion: string | undefined;
  readonly labels: Readonly<Record<string, string>> | undefined;
  readonly annotations: Readonly<Record<string, string>> | undefined;
  readonly spec: Spec;
  readonly lineOf: LineOf;
}

export interface Expected {
  readonly kind: KindDefinition;
  /** Where all objects of the installation are. */
  readonly namespace: string;
  /** metadata.name of the object that is written; undefined for a new one. */
  readonly name?: string | undefined;
}

const texts = z.record(z.string(), z.string());
/** What the API server alone writes, and `kubectl get -o yaml` shows, is passed over. */
const metadata = z.strictObject({
  name: z.string().regex(/^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/, {
    error: "may hold small letters, digits, '-' and '.' only, for example data-science",
  }),
  namespace: z.string().optional(),
  labels: texts.nullish(),
  annotations: texts.nullish(),
  resourceVersion: z.string().optional(),
  ...Object.fromEntries(
    ['uid', 'generation', 'creationTimestamp', 'managedFields', 'ownerReferences', 'selfLink'].map(
      (name) => [name, z.unknown().optional()],
    ),
  ),
});
const documentOf = z.strictObject({
  apiVersion: z.literal(API_VERSION),
  kind: z.string(),
  metadata,
  spec: z.record(z.string(), z.unknown()),
  /** The operator's to write. */
  status: z.unknown().optional(),
});

/**
 * Reads an object from YAML. Throws a Problem: 400 for what is no YAML, 422 with path and line of everything that is not of this kind's
 * objects or names another object than the expected one.
 */
export function readManifest(text: string, expected: Expected): Manifest {
  const { document, lines, value } = parseYaml(text);
  const lineOf = linesOf(document, lines);
  const { kind, namespace, name } = expected;
  const parsed = documentOf.safeParse(value);
  if (!parsed.success) throw invalid(parsed.error.issues.flatMap((one) => asErrors(one, lineOf)));
  const { data } = parsed;
  const other = [
    ...differs('kind', data.kind, kind.kind),
    ...differs('metadata.namespace', data.metadata.namespace ?? namespace, namespace),
    ...differs('metadata.name', data.metadata.name, name ?? data.metadata.name),
  ];
  // The fields of another kind would all be unknown.
  const wrong =
    other.length > 0
      ? other
      : unknownIn(kind.structural.spec, data.spec, 'spec').slice(0, UNKNOWN_TOLD);
  if (wrong.length > 0) throw invalid(wrong.map((error) => withLine(error, lineOf)));
  return {
    name: data.metadata.name,
    resourceVersion: data.metadata.resourceVersion,
    labels: data.metadata.labels ?? undefined,
    annotations: data.metadata.annotations ?? undefined,
    spec: data.spec,
    lineOf,
  };
}

/** An error with the line of the field that it names, or of what is around it. */
export function withLine(error: FieldError, lineOf: LineOf): FieldError {
  const line = lineOf(error.path);
  return line === undefined ? error : { ...error, line };
}

const differs = (path: string, value: string, wanted: string): FieldError[] =>
  value === wanted ? [] : [{ path, message: `must be ${wanted} here` }];

function asErrors(issue: z.core.$ZodIssue, lineOf: LineOf): FieldError[] {
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) =>
      withLine(
        { path: path === '' ? key : `${path}.${key}`, message: 'there is no such field' },
        lineOf,
      ),
    );
  }
  return [withLine({ path, message: messageOf(issue) }, lineOf)];
}

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `must be ${issue.values.map(String).join(' or ')}`;
  if (issue.code !== 'invalid_type') return issue.message;
  return issue.input === undefined ? `must be ${article(issue.expected)}` : issue.message;
}

const article = (type: string): string =>
  type === 'string' ? 'there, and a text' : 'there, and an object';

/** Fields that the schema does not have, at every depth. */
function unknownIn(schema: StructuralSchema, value: unknown, path: string): FieldError[] {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items
      ? value.flatMap((item, index) => unknownIn(items, item, `${path}.${String(index)}`))
      : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  const { properties, additionalProperties } = schema;
  return Object.entries(value).flatMap(([field, inner]) => {
    const at = `${path}.${field}`;
    const known = properties && Object.hasOwn(properties, field) ? properties[field] : undefined;
    const child = known ?? additionalProperties;
    if (child) return unknownIn(child, inner, at);
    if (!properties) return [];
    return [{ path: at, message: unknownField(field, Object.keys(properties)) }];
  });
}
