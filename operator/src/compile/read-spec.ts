import { readPlainly, type PlainFault } from '@aicp/common/errors/read-plainly';
import { z } from 'zod';
import { features, type Feature } from '../kinds/features.ts';
import type { SourceObject } from '../kinds/source-object.ts';
import type { Summary } from '../kinds/summary.ts';
import { unenforced } from '../kinds/unenforced.ts';

/** An object with its spec read by the schema of its kind, or what is wrong with it. */
export interface Reading {
  readonly object: SourceObject;
  readonly feature: Feature;
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
  const feature = features.get(object.kind);
  if (!feature) return undefined;
  const { data, faults } = readPlainly(feature.definition.spec, object.spec);
  const sections = feature.sections(object);
  const known = {
    object,
    feature,
    sections,
    unenforced: unenforced(feature.definition, object.spec),
  };
  if (!faults) return { ...known, spec: data, problem: '', summary: feature.summarize?.(data) };
  const problem = faults.slice(0, MENTIONED).map(describe).join('; ');
  return { ...known, spec: undefined, problem, summary: undefined };
}

const describe = ({ path, message }: PlainFault): string =>
  `${['spec', ...path.map(String)].join('.')}: ${message}`;

const asked = z
  .object({
    action: z.unknown(),
    policyType: z.unknown(),
    features: z.object({ maintenanceMode: z.unknown() }).partial(),
    allowedModels: z.unknown(),
  })
  .partial();

type Asked = z.output<typeof asked>;

const narrows = ({ allowedModels }: Asked): boolean =>
  allowedModels !== undefined && !(Array.isArray(allowedModels) && allowedModels.length === 0);

const OPENING: Readonly<Partial<Record<string, (spec: Asked) => boolean>>> = {
  ControlPlane: ({ features }) => features?.maintenanceMode === true,
  Organization: narrows,
  Team: narrows,
  RoutingPolicy: ({ action, policyType }) =>
    (policyType === undefined || policyType === 'conditional') && action !== 'prefer',
};

/** Whether an object that cannot be read may have been meant to stop something. */
export function mayOpen({ object }: Reading): boolean {
  return OPENING[object.kind]?.(asked.safeParse(object.spec).data ?? {}) ?? false;
}
