import { readPlainly, type PlainFault } from '@aicp/common/errors/read-plainly';
import { z } from 'zod';
import type { OperatorKind, Summary } from '../kinds/kit/operator-kind.ts';
import { operatorKinds } from '../kinds/operator-kinds.ts';
import type { SourceObject } from '../kinds/kit/source-object.ts';
import { unenforced } from '../kinds/kit/unenforced.ts';

/** An object with its spec read by the schema of its kind, or what is wrong with it. */
export interface Reading {
  readonly object: SourceObject;
  readonly kind: OperatorKind;
  /** Sections that may hold a fragment of it. */
  readonly sections: readonly string[];
  /** With defaults filled in; undefined where it cannot be read. */
  readonly spec: unknown;
  readonly problem: string;
  /** A sentence on the fields that it sets and nobody acts on. */
  readonly unenforced: string | undefined;
  readonly summary: Summary | undefined;
}

const MENTIONED = 3;

/** Reads a spec. The API server refuses most of what is wrong; what it let through all the same must not stop the rest. */
export function readSpec(object: SourceObject): Reading | undefined {
  const kind = operatorKinds.get(object.kind);
  if (!kind) return undefined;
  const { data, faults } = readPlainly(kind.definition.spec, object.spec);
  const sections = kind.sections(object);
  const known = {
    object,
    kind,
    sections,
    unenforced: unenforced(kind.definition, object.spec),
  };
  if (!faults) return { ...known, spec: data, problem: '', summary: kind.summarize?.(data) };
  const problem = faults.slice(0, MENTIONED).map(describe).join('; ');
  return { ...known, spec: undefined, problem, summary: undefined };
}

const describe = ({ path, message }: PlainFault): string =>
  `${['spec', ...path.map(String)].join('.')}: ${message}`;

/** Whether an object that cannot be read may have been meant to stop something. */
export const mayGuard = ({ object, kind }: Reading): boolean =>
  kind.mayGuard?.(fields.safeParse(object.spec).data ?? {}) ?? false;

const fields = z.record(z.string(), z.unknown());
