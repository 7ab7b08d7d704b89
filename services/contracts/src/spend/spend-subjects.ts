import type { SpendSubject } from './spend-subject.ts';

/** Whose a request is; '' stands for none, as undefined does. */
export interface SpendingAccounts {
  readonly organization?: string | undefined;
  readonly businessUnit?: string | undefined;
  readonly team?: string | undefined;
  readonly user?: string | undefined;
  readonly key?: string | undefined;
}

const SCOPES = [
  ['organization', 'organization'],
  ['business_unit', 'businessUnit'],
  ['team', 'team'],
  ['user', 'user'],
  ['key', 'key'],
] as const;

/** All whose spend a request adds to by whose it is. */
export function subjectsOfAccounts(accounts: SpendingAccounts): SpendSubject[] {
  const organization = orUndefined(accounts.organization);
  const everybody: SpendSubject = { scope: 'global', organization: undefined, value: undefined };
  return [
    everybody,
    ...(organization === undefined ? [] : [{ ...everybody, organization }]),
    ...SCOPES.flatMap(([scope, field]) => {
      const value = orUndefined(accounts[field]);
      return value === undefined ? [] : [{ scope, organization, value }];
    }),
  ];
}

/** What a model is called by whom. */
export interface SpendingModel {
  /** By the organization whose request it served. */
  readonly id: string | undefined;
  /** By the platform; undefined where the organization brought it by itself. */
  readonly platformId: string | undefined;
}

/** All whose spend a request adds to by the model that served it. */
export function subjectsOfModel(
  { id, platformId }: SpendingModel,
  organization: string | undefined,
): SpendSubject[] {
  return subjectsOfBoth('model', platformId, { organization, value: id });
}

/** All whose spend a request adds to by one of its tags, `name=value`. */
export const subjectsOfTag = (organization: string | undefined, tag: string): SpendSubject[] =>
  subjectsOfBoth('tag', tag, { organization, value: tag });

/** What the platform counts, and what the organization does. */
function subjectsOfBoth(
  scope: 'model' | 'tag',
  platforms: string | undefined,
  own: { readonly organization: string | undefined; readonly value: string | undefined },
): SpendSubject[] {
  const value = orUndefined(platforms);
  const ownValue = orUndefined(own.value);
  const organization = orUndefined(own.organization);
  return [
    ...(value === undefined ? [] : [{ scope, organization: undefined, value }]),
    ...(organization === undefined || ownValue === undefined
      ? []
      : [{ scope, organization, value: ownValue }]),
  ];
}

const orUndefined = (name: string | undefined): string | undefined =>
  name === '' ? undefined : name;
