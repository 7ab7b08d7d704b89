/** Who made a model, as far as requests for it differ. `hidden`: its id does not say, as those of application inference profiles do not. */
export type ModelFamily = 'claude' | 'nova' | 'mistral' | 'gpt' | 'other' | 'hidden';

export interface ModelTraits {
  readonly family: ModelFamily;
  /** 4.5 of Claude 4.5; 0 where it is none, or does not say. */
  readonly version: number;
}

const FAMILIES: readonly (readonly [RegExp, ModelFamily])[] = [
  [/(?:^|[./])anthropic\./, 'claude'],
  [/(?:^|[./])amazon\.nova/, 'nova'],
  [/(?:^|[./])mistral\./, 'mistral'],
  [/(?:^|[./])openai\./, 'gpt'],
  [
    /application-inference-profile|provisioned-model|prompt-router|custom-model|imported-model/,
    'hidden',
  ],
];

/** What an id of a model says: `anthropic.claude-sonnet-4-5-20250929-v1:0`, also of a region (`eu.…`), also at the end of an ARN. */
export function traitsOf(model: string): ModelTraits {
  const family = FAMILIES.find(([pattern]) => pattern.test(model))?.[1] ?? 'other';
  return { family, version: family === 'claude' || family === 'nova' ? versionIn(model) : 0 };
}

/** `claude-3-7-sonnet-20250219`, `claude-sonnet-4-20250514`, `nova-2-lite`: a date is no part of it. */
function versionIn(model: string): number {
  const found = /(?:claude|nova)-(?:[a-z]+-)?(?<major>\d{1,2})(?!\d)(?:-(?<minor>\d)(?!\d))?/.exec(
    model,
  );
  if (!found) return 0;
  return Number(`${found.groups?.major ?? 0}.${found.groups?.minor ?? 0}`);
}

/** Whether it keeps prompts in a cache where it is told to. Of a hidden one nobody knows: it is told what the client wants. */
export const takesCachePoints = ({ family }: ModelTraits): boolean =>
  family === 'claude' || family === 'nova' || family === 'hidden';

/** Whether it takes schemas for answers and for arguments as a promise: of Claude since 4.5. */
export const keepsToSchemas = ({ family, version }: ModelTraits): boolean =>
  family === 'claude' ? version >= 4.5 : family === 'gpt';
