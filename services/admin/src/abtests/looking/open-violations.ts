import type { Trial } from './trial-of.ts';

/** An agreement that a model violates at the moment. */
export interface OpenViolation {
  readonly sla_id: string;
  readonly organization_id: string | null;
  readonly provider: string;
  readonly model: string;
  /** What it promises, and does not keep. */
  readonly metric: string;
}

/** Who knows which agreements are violated. */
export interface OpenViolations {
  /** Those that go on, of all organizations. */
  active(reach: undefined): Promise<readonly OpenViolation[]>;
}

/**
 * What the variant of a trial violates while the base does not, in words; undefined where there is nothing. What both violate is no fault of the variant. Agreements of other
 * organizations than the trial's are none of its business.
 */
export function violationOf(
  { models: { base, variant }, spec }: Trial,
  violations: readonly OpenViolation[],
): string | undefined {
  const isOurs = ({ organization_id }: OpenViolation): boolean =>
    organization_id === null || organization_id === spec.organizationId;
  const of = ({ id, provider }: Trial['models']['base']): readonly OpenViolation[] =>
    violations.filter((one) => isOurs(one) && one.model === id && one.provider === provider);
  const metrics = new Set(of(base).map(({ metric }) => metric));
  const own = of(variant).find(({ metric }) => !metrics.has(metric));
  return own && `the SLA ${own.sla_id} (${own.metric})`;
}
