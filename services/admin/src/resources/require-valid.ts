import type { KindDefinition } from '@aicp/crds/kit/kind';
import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { wireMessage, wirePath } from '@aicp/crds/kit/wire-path';
import type { WireError } from '@aicp/crds/kit/wire-values';
import { isNeverAllowed, NEVER_ALLOWED } from '@aicp/common/http/address-guard';
import { addressesOf } from '@aicp/contracts/checks/addresses-of';
import type { Fault } from '@aicp/contracts/checks/fault';
import { specFaults } from '@aicp/contracts/checks/spec-faults';
import type { z } from 'zod';
import { invalid } from '../http/read-input.ts';
import type { Spec } from './collection.ts';

/** Throws a Problem (422) where a spec breaks its kind's schema or rules, in the words of the wire. */
export function requireValid(kind: KindDefinition, spec: Spec): void {
  const { error, data } = kind.spec.safeParse(spec);
  if (error) throw invalid(error.issues.map((issue) => toWireError(kind, issue)));
  const faults = [...specFaults(kind.kind, data as Spec), ...addressFaults(data)];
  if (faults.length === 0) return;
  throw invalid(
    faults.map(({ path, message }) => ({
      path: wirePath(kind, path),
      message: wireMessage(kind, message),
    })),
  );
}

const addressFaults = (spec: unknown): Fault[] =>
  addressesOf(spec)
    .filter(({ url }) => isNeverAllowed(url))
    .map(({ path }) => ({ path, message: NEVER_ALLOWED }));

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
