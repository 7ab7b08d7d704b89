import type { FieldError } from '@aicp/common/errors/problem';
import { readPlainly } from '@aicp/common/errors/read-plainly';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import { wireMessage, wirePath } from '@aicp/crds/kit/wire-path';
import { isNeverAllowed, NEVER_ALLOWED } from '@aicp/common/http/address-guard';
import { addressesOf, unreadableAddresses } from '@aicp/contracts/checks/addresses-of';
import type { Fault } from '@aicp/contracts/checks/pattern-fault';
import { specFaults } from '@aicp/contracts/checks/spec-faults';
import { inOrderOf, invalid } from '@aicp/api-kit/route/field-errors';
import type { Spec } from './collection.ts';

/** Throws a Problem (422) where a spec breaks its kind's schema or rules, in the words of the wire. */
export function requireValid(kind: KindDefinition, spec: Spec): void {
  const errors = specErrors(kind, spec);
  if (errors.length > 0) throw invalid(errors);
}

/** Throws a Problem (422) with all that is wrong with a body, in its order: what reading it found, and what breaks the kind's schema or rules. */
export function requireWellSent(
  kind: KindDefinition,
  sent: { readonly body: unknown; readonly errors: readonly FieldError[]; readonly spec: Spec },
): void {
  const { body, errors, spec } = sent;
  const read = new Set(errors.map(({ path }) => path));
  const others = specErrors(kind, spec).filter(({ path }) => !read.has(path));
  const all = inOrderOf(body, [...errors, ...others]);
  if (all.length > 0) throw invalid(all);
}

function specErrors(kind: KindDefinition, spec: Spec): FieldError[] {
  const { faults, data } = readPlainly(kind.spec, spec);
  const found = faults ?? [...specFaults(kind.kind, data as Spec), ...addressFaults(data)];
  return found.map(({ path, message }) => ({
    path: wirePath(kind, path),
    message: wireMessage(kind, message),
  }));
}

const addressFaults = (spec: unknown): Fault[] => [
  ...unreadableAddresses(spec),
  ...addressesOf(spec)
    .filter(({ url }) => isNeverAllowed(url))
    .map(({ path }) => ({ path, message: NEVER_ALLOWED })),
];
