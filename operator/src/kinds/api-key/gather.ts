/** An APIKey refers to teams, people and models by ids that may come later, so nothing of it is looked up. */
export type ApiKeyGathered = Readonly<Record<string, never>>;

export const gatherApiKey = (): ApiKeyGathered => ({});
