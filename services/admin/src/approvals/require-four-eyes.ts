import { Problem } from '@aicp/common/errors/problem';
import { apiKey } from '@aicp/crds/api-key';
import { controlPlane } from '@aicp/crds/control-plane';
import { organization } from '@aicp/crds/organization';
import type { ObjectStore } from '../resources/store.ts';
import type { Principal } from '@aicp/api-kit/access/principal';

/** Somebody who had a part in what is to be approved. */
export interface Author {
  /** `Principal.subject`; undefined where nobody noted it. */
  readonly subject: string | undefined;
  /** metadata.name of the key that it was done with; undefined for a person who signed in otherwise, and where nobody noted it. */
  readonly key: string | undefined;
}

/** What is to be approved. */
export interface Approval {
  readonly principal: Principal;
  /** Whoever wrote it, submitted it or asked for it. */
  readonly authors: readonly Author[];
  /** The organization that it belongs to; undefined for the platform's. */
  readonly organizationId: string | undefined;
}

const ORGANIZATION_ADMINS = new Set<unknown>(['org_admin', 'admin']);

/** Whom a key stands for: the people and the keys that count as one with it. */
interface CountsAsOne {
  readonly keys: ReadonlySet<string>;
  readonly people: ReadonlySet<string>;
}

/**
 * Throws a Problem (403) where somebody approves what that very somebody wrote, submitted or asked for, unless the setting
 * `features.fourEyes` is off or there is no other administrator who could. Administrators' keys that made one another count as one: whoever
 * makes a key knows it.
 */
export function requireFourEyes(store: ObjectStore, approval: Approval): void {
  const { principal, authors } = approval;
  const own = standingOf(store, { subject: principal.subject, key: principal.keyName });
  const isOwn = authors.some((author) => areOne(own, standingOf(store, author)));
  if (!isOwn || !isOn(store) || !hasOthers(store, approval, own)) return;
  throw new Problem(
    403,
    'You wrote or submitted this yourself: ask another administrator to approve it, or have features.four_eyes turned off.',
  );
}

function isOn(store: ObjectStore): boolean {
  const settings = store.find(controlPlane, controlPlane.singleton ?? '');
  return controlPlane.spec.safeParse(settings?.spec ?? {}).data?.features.fourEyes ?? true;
}

interface KeySpec {
  readonly userId?: string;
  readonly role?: string;
  readonly createdBy?: { readonly key?: string };
  readonly givenTo?: { readonly key?: string; readonly person?: string; readonly role?: string };
}

const keySpecOf = (store: ObjectStore, name: string): KeySpec | undefined =>
  store.find(apiKey, name)?.spec;

/** `admin` is another word for `org_admin`. */
const roleOf = ({ role }: KeySpec): string | undefined => (role === 'admin' ? 'org_admin' : role);

/**
 * A key, the keys of the same role that made it or rotated it last, and whom these name. It ends where a key of another role made one: the platform's
 * administrator who makes keys for two administrators is neither of them, and an administrator is none of the members whose keys they make.
 */
function standingOf(store: ObjectStore, author: Author): CountsAsOne {
  const { subject } = author;
  const first = author.key ?? keyNamed(store, subject);
  const chain = first === undefined ? [] : chainOf(store, first);
  const people = chain.flatMap(({ spec }) => peopleIn(spec));
  if (subject !== undefined && subject !== first) people.push(subject);
  return { keys: new Set(chain.map(({ name }) => name)), people: new Set(people) };
}

/** A key that names no person is its own subject. */
const keyNamed = (store: ObjectStore, subject: string | undefined): string | undefined =>
  subject !== undefined && keySpecOf(store, subject) ? subject : undefined;

/** Whom a key names, and who was told it as a person of its own role. */
const peopleIn = ({ userId, givenTo, ...spec }: KeySpec): string[] => {
  const told = givenTo?.role === roleOf(spec) ? givenTo?.person : undefined;
  return [userId, told].filter((one) => one !== undefined);
};

/** A key, the ones that made it and rotated it last, and so on, as far as they have the same role. */
function chainOf(store: ObjectStore, first: string): { name: string; spec: KeySpec }[] {
  const chain = new Map<string, KeySpec>();
  const role = roleOf(keySpecOf(store, first) ?? {});
  const next = [first];
  for (let name = next.pop(); name !== undefined; name = next.pop()) {
    const spec = keySpecOf(store, name) ?? {};
    if (chain.has(name) || roleOf(spec) !== role) continue;
    chain.set(name, spec);
    const holders = [spec.createdBy?.key, spec.givenTo?.key];
    next.push(...holders.filter((one) => one !== undefined));
  }
  return [...chain].map(([one, spec]) => ({ name: one, spec }));
}

const areOne = (a: CountsAsOne, b: CountsAsOne): boolean =>
  !a.keys.isDisjointFrom(b.keys) || !a.people.isDisjointFrom(b.people);

/**
 * Whether somebody else could approve it. A blocked key counts as somebody, so that nobody becomes the only administrator by blocking the
 * others for a moment: a key that is to count no more is deleted.
 */
function hasOthers(
  store: ObjectStore,
  { principal, organizationId }: Approval,
  own: CountsAsOne,
): boolean {
  const isPlatforms = principal.role === 'platform_admin';
  const keys = store
    .list(apiKey)
    .filter(({ spec }) => {
      if (spec['role'] === 'platform_admin') return isPlatforms;
      return ORGANIZATION_ADMINS.has(spec['role']) && spec['organizationId'] === organizationId;
    })
    .map(({ metadata }) => standingOf(store, { subject: undefined, key: metadata.name }));
  const people = peopleOf(store, organizationId).map((subject) =>
    standingOf(store, { subject, key: undefined }),
  );
  return [...keys, ...people].some((other) => !areOne(own, other));
}

function peopleOf(store: ObjectStore, organizationId: string | undefined): readonly string[] {
  const found = organizationId === undefined ? undefined : store.find(organization, organizationId);
  const members = (found?.spec['members'] ?? []) as readonly { userId: string; role: string }[];
  return members.filter(({ role }) => ORGANIZATION_ADMINS.has(role)).map(({ userId }) => userId);
}
