import type { KindDefinition } from '@aicp/crds/kit/kind';
import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { wireMessage, wirePath } from '@aicp/crds/kit/wire-path';
import type { WireError } from '@aicp/crds/kit/wire-values';
import type { z } from 'zod';
import { invalid } from '../http/read-input.ts';
import type { Spec } from './collection.ts';

/** Throws a Problem (422) where a spec breaks its kind's schema or rules, in the words of the wire. */
export function requireValid(kind: KindDefinition, spec: Spec): void {
  const { error } = kind.spec.safeParse(spec);
  if (!error) return;
  throw invalid(error.issues.map((issue) => toWireError(kind, issue)));
}

function toWireError(kind: KindDefinition, issue: z.core.$ZodIssue): WireError {
  return {
    path: wirePath(kind, issue.path),
    message: decimalMessage(schemaAt(kind, issue.path)) ?? wireMessage(kind, issue.message),
  };
}

/** What zod says of a union helps nobody. */
function decimalMessage(schema: StructuralSchema | undefined): string | undefined {
  if (!schema?.['x-kubernetes-int-or-string']) return undefined;
  const { minimum = 0, maximum = 0 } = schema;
  return `must be a number from ${minimum} to ${maximum} with at most nine decimals`;
}

const schemaAt = (
  kind: KindDefinition,
  path: readonly PropertyKey[],
): StructuralSchema | undefined =>
  path.reduce<StructuralSchema | undefined>(
    (schema, key) =>
      schema?.properties?.[String(key)] ?? schema?.items ?? schema?.additionalProperties,
    kind.structural.spec,
  );
