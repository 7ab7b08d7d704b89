/** For whom access is asked. */
export const HOLDERS = ['me', 'team', 'key', 'user'] as const;
export type Holder = (typeof HOLDERS)[number];

/** What somebody typed into the form for a request. */
export interface RequestDraft {
  readonly tier: string;
  readonly holder: Holder;
  /** The id of the team, key or person; empty for oneself. */
  readonly holderId: string;
  readonly justification: string;
  readonly days: number | undefined;
}

export const EMPTY_DRAFT: RequestDraft = {
  tier: '',
  holder: 'me',
  holderId: '',
  justification: '',
  days: undefined,
};

/** Whether there is enough to ask with. */
export const isComplete = ({ tier, holder, holderId }: RequestDraft): boolean =>
  tier !== '' && (holder === 'me' || holderId !== '');

/** Whose lists of models hold for whom access is asked. Somebody who is in several teams has requests of each. */
export function holdersOf(
  { holder, holderId }: Pick<RequestDraft, 'holder' | 'holderId'>,
  user: { readonly team_ids: readonly string[]; readonly organization_id: string | null },
): { readonly team?: string; readonly apiKey?: string; readonly organization: string | null } {
  const organization = user.organization_id;
  if (holder === 'team') return { team: holderId, organization };
  if (holder === 'key') return { apiKey: holderId, organization };
  const [team, ...others] = user.team_ids;
  const isInOne = holder === 'me' && team !== undefined && others.length === 0;
  return isInOne ? { team, organization } : { organization };
}

/** What is sent. Who of the platform asks for a person says of which organization. */
export function bodyOf(
  draft: RequestDraft,
  organization: string,
): Readonly<Record<string, string | number>> {
  const { tier, holder, holderId, justification, days } = draft;
  const reason = justification.trim();
  return {
    tier_id: tier,
    ...(holder !== 'me' && { [`${holder}_id`]: holderId }),
    ...(holder === 'user' && organization !== '' && { organization_id: organization }),
    ...(reason !== '' && { justification: reason }),
    ...(days !== undefined && { duration_days: days }),
  };
}
