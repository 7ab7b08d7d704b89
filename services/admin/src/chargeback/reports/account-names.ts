import { businessUnit } from '@aicp/crds/business-unit';
import type { KindDefinition } from '@aicp/crds/kit/kind';
import { organization } from '@aicp/crds/organization';
import { team } from '@aicp/crds/team';
import type { ObjectStore } from '../../resources/store.ts';
import type { StoredObject } from '../../resources/stored-object.ts';
import type { ReportRow } from './chargeback-tables.ts';

/** What people call accounts now; the id of one that is gone, or has no name. */
export interface AccountNames {
  organization(id: string): string;
  /** Within its organization: null for one of the platform. */
  businessUnit(id: string, owner: string | null): string;
  team(id: string, owner: string | null): string;
}

/** The names of accounts of a report. One that was made after the report has the id of another, which it books. */
export function accountNames(
  store: Pick<ObjectStore, 'find'>,
  { created_at: generated }: Pick<ReportRow, 'created_at'>,
): AccountNames {
  const nameOf = (
    kind: KindDefinition,
    id: string,
    isMeant: (object: StoredObject) => boolean,
  ): string => {
    const found = store.find(kind, id, (one) => one.metadata.name === id && isMeant(one));
    const name = found?.spec['displayName'];
    return typeof name === 'string' && name.trim() !== '' ? name : id;
  };
  const isOf = (owner: string | null) => (object: StoredObject) =>
    (object.spec['organizationId'] ?? null) === owner;
  return {
    organization: (id) => nameOf(organization, id, wasThere(generated)),
    businessUnit: (id, owner) => nameOf(businessUnit, id, isOf(owner)),
    team: (id, owner) => nameOf(team, id, isOf(owner)),
  };
}

const wasThere =
  (at: Date) =>
  ({ metadata: { creationTimestamp: time } }: StoredObject): boolean =>
    time !== undefined && Date.parse(time) <= at.getTime();
