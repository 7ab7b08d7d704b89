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
