import type { ApiSchemas } from '@aicp/admin/client/admin-api';

export type BusinessUnit = ApiSchemas['BusinessUnit'];

/** The business units of an organization, in the API. */
export const unitsOf = (organization: string): string =>
  `/api/v1/organizations/${encodeURIComponent(organization)}/business-units`;

/** A business unit as its form holds it; empty texts are not set. */
export interface UnitDraft {
  readonly name: string;
  readonly slug: string;
  readonly description: string;
  readonly cost_center: string;
  readonly max_budget: number | undefined;
}

export const EMPTY_UNIT: UnitDraft = {
  ...{ name: '', slug: '', description: '', cost_center: '' },
  max_budget: undefined,
};

export const draftOf = (unit: BusinessUnit): UnitDraft => ({
  name: unit.name ?? '',
  slug: unit.slug ?? '',
  description: unit.description ?? '',
  cost_center: unit.cost_center ?? '',
  max_budget: unit.max_budget,
});

/** What differs, as it is sent: null for what was emptied. A new unit differs from an empty one. */
export function changesOf(
  before: UnitDraft,
  after: UnitDraft,
): Readonly<Record<string, string | number | null>> {
  const entries = Object.entries(after) as [keyof UnitDraft, string | number | undefined][];
  return Object.fromEntries(
    entries.flatMap(([name, value]): [string, string | number | null][] =>
      value === before[name] ? [] : [[name, value === '' ? null : (value ?? null)]],
    ),
  );
}
