/** Whose list of models it is. */
export type ListHolder = 'key' | 'team' | 'organization';

/** Who changes a list of models, by whose it is. */
export const LIST_CHANGERS: Readonly<Record<ListHolder, string>> = {
  key: 'Whoever administers the team or the organization of the key changes that list.',
  team: 'An organization administrator changes that list.',
  organization: 'A platform administrator changes that list.',
};
