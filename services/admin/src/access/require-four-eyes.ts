import { Problem } from '@aicp/common/errors/problem';
import { apiKey } from '@aicp/crds/api-key';
import { controlPlane } from '@aicp/crds/control-plane';
import { organization } from '@aicp/crds/organization';
import type { ObjectStore } from '../resources/store.ts';
import type { Principal } from './principal.ts';

/** What is to be approved. */
export interface Approval {
  readonly principal: Principal;
  /** Who submitted it or asked for it; undefined where nobody noted that. */
  readonly author: string | undefined;
  /** The organization that it belongs to; undefined for the platform's. */
  readonly organizationId: string | undefined;
}

const ORGANIZATION_ADMINS = new Set<unknown>(['org_admin', 'admin']);

/**
 * Throws a Problem (403) where somebody approves what comes from that very principal, or from a key that made the principal's key, unless
 * the setting `features.fourEyes` is off or there is no other administrator who could.
 */
export function requireFourEyes(store: ObjectStore, approval: Approval): void {
  const { principal, author } = approval;
  const isOwn = author !== undefined && subjectsOf(store, principal).has(author);
  if (!isOwn || !isOn(store) || !hasOthers(store, approval)) return;
  throw new Problem(
    403,
    'You submitted this yourself: ask another administrator to approve it, or have features.four_eyes turned off.',
  );
}

function isOn(store: ObjectStore): boolean {
  const settings = store.find(controlPlane, controlPlane.singleton ?? '');
  return controlPlane.spec.safeParse(settings?.spec ?? {}).data?.features.fourEyes ?? true;
}

/** Whom a principal stands for: itself, and whoever made its key. */
function subjectsOf(store: ObjectStore, { subject, keyName }: Principal): ReadonlySet<string> {
  const subjects = new Set([subject]);
  const passed = new Set<string>();
  let name = keyName;
  while (name !== undefined && !passed.has(name)) {
    passed.add(name);
    const { spec } = store.find(apiKey, name) ?? { spec: {} };
    const { userId, createdBy } = spec as { userId?: string; createdBy?: { key?: string } };
    subjects.add(userId ?? name);
    name = createdBy?.key;
  }
  return subjects;
}

/** Whether somebody else could approve it. */
function hasOthers(store: ObjectStore, { principal, organizationId }: Approval): boolean {
  const isPlatforms = principal.role === 'platform_admin';
  const keys = store
    .list(apiKey)
    .filter(({ spec }) => spec['blocked'] !== true)
    .filter(({ spec }) => {
      if (spec['role'] === 'platform_admin') return isPlatforms;
      return ORGANIZATION_ADMINS.has(spec['role']) && spec['organizationId'] === organizationId;
    })
    .map(({ metadata, spec }) => spec['userId'] ?? metadata.name);
  const people = peopleOf(store, organizationId);
  return [...keys, ...people].some((one) => one !== principal.subject && one !== principal.keyName);
}

function peopleOf(store: ObjectStore, organizationId: string | undefined): readonly unknown[] {
  const found = organizationId === undefined ? undefined : store.find(organization, organizationId);
  const members = (found?.spec['members'] ?? []) as readonly { userId: string; role: string }[];
  return members.filter(({ role }) => ORGANIZATION_ADMINS.has(role)).map(({ userId }) => userId);
}
