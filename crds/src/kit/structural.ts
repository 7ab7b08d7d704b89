import { z } from 'zod';
import { hintsIn, UNIT, type FormHint } from './form-hints.ts';
import { REFERS_TO, referencesIn, type Reference } from './references.ts';

/** A Kubernetes structural schema: the subset of OpenAPI 3.0 that a CRD may hold. */
export interface StructuralSchema {
  type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  description?: string;
  format?: string;
  properties?: Record<string, StructuralSchema>;
  additionalProperties?: StructuralSchema;
  items?: StructuralSchema;
  required?: string[];
  enum?: unknown[];
  default?: unknown;
  nullable?: boolean;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
  'x-kubernetes-int-or-string'?: boolean;
  'x-kubernetes-preserve-unknown-fields'?: boolean;
  'x-kubernetes-list-type'?: 'atomic' | 'set' | 'map';
  'x-kubernetes-list-map-keys'?: string[];
  'x-kubernetes-map-type'?: 'atomic' | 'granular';
  'x-kubernetes-validations'?: { rule: string; message: string; fieldPath?: string }[];
}

type Json = Record<string, unknown>;

/** Keys that pass from zod's output to the CRD unchanged. */
const PLAIN_KEYS = [
  'type',
  'description',
  'format',
  'required',
  'enum',
  'default',
  'nullable',
  'pattern',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'maxProperties',
  'x-kubernetes-int-or-string',
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-list-type',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-map-type',
  'x-kubernetes-validations',
] as const;

const HANDLED_KEYS = new Set<string>([
  ...PLAIN_KEYS,
  'minimum',
  'maximum',
  'properties',
  'additionalProperties',
  'items',
  'anyOf',
  'title',
  UNIT,
  REFERS_TO,
]);

/** Turns a zod schema into a structural schema. Throws on what a CRD cannot express, so that `make generate` fails, not the API server. */
export const toStructural = (schema: z.ZodType): StructuralSchema =>
  toStructuralWithReferences(schema).structural;

/** The structural schema, and what fields of the zod schema declare beside it: references, and hints for forms. */
export function toStructuralWithReferences(schema: z.ZodType): {
  readonly structural: StructuralSchema;
  readonly references: readonly Reference[];
  readonly hints: ReadonlyMap<string, FormHint>;
} {
  const json = z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io: 'input',
    reused: 'inline',
    cycles: 'throw',
    unrepresentable: 'throw',
  });
  return {
    structural: rewrite(json, '$'),
    references: referencesIn(json as object),
    hints: new Map(hintsIn(json as object)),
  };
}

function rewrite(node: Json, path: string): StructuralSchema {
  const unknown = Object.keys(node).find((key) => !HANDLED_KEYS.has(key));
  if (unknown !== undefined) throw new Error(`${path}: a CRD cannot hold "${unknown}"`);
  const out: Json = {};
  for (const key of PLAIN_KEYS) if (node[key] !== undefined) out[key] = node[key];
  if (node['x-kubernetes-int-or-string']) return intOrString(node, out, path);
  if (node['anyOf'])
    throw new Error(`${path}: a union is not structural; use optional fields and a rule`);
  copyBounds(node, out, path);
  copyChildren(node, out, path);
  return out;
}

function intOrString(node: Json, out: Json, path: string): StructuralSchema {
  const branches = node['anyOf'] as Json[] | undefined;
  const integer = branches?.find((branch) => branch['type'] === 'integer');
  const string = branches?.find((branch) => branch['type'] === 'string');
  if (!integer || !string) throw new Error(`${path}: int-or-string needs both branches`);
  return {
    ...out,
    minimum: integer['minimum'] as number,
    maximum: integer['maximum'] as number,
    pattern: string['pattern'] as string,
  };
}

function copyBounds(node: Json, out: Json, path: string): void {
  if (node['type'] !== 'integer') return;
  const minimum = node['minimum'] as number;
  const maximum = node['maximum'] as number;
  if (minimum <= Number.MIN_SAFE_INTEGER || maximum >= Number.MAX_SAFE_INTEGER) {
    throw new Error(`${path}: an integer needs explicit bounds`);
  }
  Object.assign(out, { minimum, maximum, format: 'int64' });
}

function copyChildren(node: Json, out: Json, path: string): void {
  const properties = node['properties'] as Record<string, Json> | undefined;
  if (properties) {
    out['properties'] = Object.fromEntries(
      Object.entries(properties).map(([key, child]) => [key, rewrite(child, `${path}.${key}`)]),
    );
  }
  const additional = node['additionalProperties'] as Json | boolean | undefined;
  const open = node['x-kubernetes-preserve-unknown-fields'] === true;
  if (additional && typeof additional === 'object' && !properties && !open) {
    out['additionalProperties'] = rewrite(additional, `${path}.*`);
  }
  if (node['items']) out['items'] = rewrite(node['items'] as Json, `${path}[]`);
}
