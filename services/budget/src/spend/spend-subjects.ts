import type { SpendSubject } from '@aicp/contracts/spend/spend-subject';

/** Whose a request is, as far as spend is told apart by it; '' stands for none. */
export interface Spender {
  readonly organization: string;
  readonly businessUnit: string;
  readonly team: string;
  readonly user: string;
  readonly key: string;
  /** Id of the model that served. */
  readonly model: string;
  /** The same by the platform's name. */
  readonly platformModel: string;
}

const SCOPES = [
  ['business_unit', 'businessUnit'],
  ['team', 'team'],
  ['user', 'user'],
  ['key', 'key'],
] as const;

/** All whose spend a request adds to, but tags. */
export function subjectsOf(spender: Spender): SpendSubject[] {
  const { model, platformModel } = spender;
  const organization = orUndefined(spender.organization);
  const subjects: SpendSubject[] = [
    { scope: 'global', organization: undefined, value: undefined },
    ...SCOPES.flatMap(([scope, field]) =>
      spender[field] === '' ? [] : [{ scope, organization, value: spender[field] }],
    ),
  ];
  if (platformModel !== '') {
    subjects.push({ scope: 'model', organization: undefined, value: platformModel });
  }
  if (organization === undefined) return subjects;
  subjects.push(
    { scope: 'global', organization, value: undefined },
    { scope: 'organization', organization, value: organization },
  );
  if (model !== '') subjects.push({ scope: 'model', organization, value: model });
  return subjects;
}

/** All whose spend a tag of a request adds to: that of everybody, and of its organization. */
export function subjectsOfTag(organization: string, tag: string): SpendSubject[] {
  const everybody = { scope: 'tag', organization: undefined, value: tag } as const;
  return organization === '' ? [everybody] : [everybody, { ...everybody, organization }];
}

const orUndefined = (name: string): string | undefined => (name === '' ? undefined : name);
