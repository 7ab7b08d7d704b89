import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import { ApiProblem } from '../../../api/problem.ts';

export type CacheSettings = ApiSchemas['CacheSettings'];
type CacheChange = ApiSchemas['CacheSettingsChange'];
export type CacheScope = CacheSettings['scope'];
export type CacheNumber = 'ttl_seconds' | 'max_bytes' | 'max_answer_bytes' | 'max_temperature';

/** A number of the settings, in the unit in which people write it. */
export interface CacheNumberText {
  readonly field: CacheNumber;
  readonly title: string;
  readonly text: string;
  /** So much of what the API has is one of what is written. */
  readonly unit: number;
  readonly isWhole: boolean;
}

export const CACHE_NUMBERS: readonly CacheNumberText[] = [
  {
    ...{ field: 'ttl_seconds', title: 'Kept for (seconds)', unit: 1, isWhole: true },
    text: 'An answer that is older is asked for anew. 1 second to 30 days (2,592,000).',
  },
  {
    ...{ field: 'max_temperature', title: 'Highest temperature', unit: 1, isWhole: false },
    text: 'Requests with a higher one want another answer each time, and are not looked up. One that names none has 1. From 0 to 2.',
  },
  {
    ...{ field: 'max_bytes', title: 'Memory (MiB)', unit: 1_048_576, isWhole: false },
    text: 'What answers take in each gateway, at most: 1 MiB to 16,384 MiB. Another number forgets all answers.',
  },
  {
    ...{ field: 'max_answer_bytes', title: 'Largest answer (KiB)', unit: 1024, isWhole: false },
    text: 'A larger answer is not kept. From 1 KiB to 128 KiB.',
  },
];

export const CACHE_SCOPE_TEXTS: readonly { readonly value: CacheScope; readonly label: string }[] =
  [
    { value: 'organization', label: 'An organization' },
    { value: 'team', label: 'A team' },
    { value: 'key', label: 'A key' },
    { value: 'user', label: 'A user' },
  ];

/** The settings as the form holds them. Numbers are texts while they are typed, such as `0.`; an empty one was deleted. */
export type CacheDraft = Pick<CacheSettings, 'is_enabled' | 'scope'> &
  Readonly<Record<CacheNumber, number | string>> & {
    /** Of alike questions; empty: equal ones alone are answered. */
    readonly model: string;
    readonly threshold: number | string;
  };

/** What stands in the form where nothing is set. */
const USUAL_THRESHOLD = 0.95;

/** What the form shows of settings. */
export function draftOf(settings: CacheSettings): CacheDraft {
  const numbers = CACHE_NUMBERS.map(({ field, unit }) => [
    field,
    // A byte more or less than a whole unit shows, and no more digits than that needs.
    Math.round((settings[field] / unit) * 1e7) / 1e7,
  ]);
  const { is_enabled, scope } = settings;
  return {
    ...{ is_enabled, scope, ...(Object.fromEntries(numbers) as Record<CacheNumber, number>) },
    model: settings.semantic?.model ?? '',
    threshold: settings.semantic?.threshold ?? USUAL_THRESHOLD,
  };
}

/** What a draft changes of settings, as the API takes it: only what differs. Numbers that are missing change nothing. */
export function changeOf(settings: CacheSettings, draft: CacheDraft): CacheChange {
  const before = draftOf(settings);
  const numbers = CACHE_NUMBERS.flatMap((one): [CacheNumber, number | string][] => {
    const value = writtenIn(draft, one);
    return value === undefined || value === before[one.field]
      ? []
      : [[one.field, sentAs(one, value)]];
  });
  return {
    ...(draft.is_enabled === before.is_enabled ? {} : { is_enabled: draft.is_enabled }),
    ...(draft.scope === before.scope ? {} : { scope: draft.scope }),
    ...(Object.fromEntries(numbers) as Partial<Record<CacheNumber, number>>),
    ...semanticIn(before, draft),
  };
}

/** Whether somebody else changed a field that was typed in, since the settings that it was begun from. */
export function changedMeanwhile(
  base: CacheSettings,
  now: CacheSettings,
  typed: Partial<CacheDraft>,
): boolean {
  const [before, after] = [draftOf(base), draftOf(now)];
  return (Object.keys(typed) as (keyof CacheDraft)[]).some(
    (field) => before[field] !== after[field],
  );
}

/** What a draft changes of how alike questions are found. */
function semanticIn(before: CacheDraft, draft: CacheDraft): Pick<CacheChange, 'semantic'> {
  const model = draft.model.trim();
  if (model === '') return before.model === '' ? {} : { semantic: null };
  const threshold = Number(draft.threshold);
  const isSame = model === before.model && threshold === before.threshold;
  return isSame ? {} : { semantic: { model, threshold: String(threshold) } };
}

/** The number that is written in a field; undefined: none. */
function writtenIn(
  draft: CacheDraft,
  { field }: Pick<CacheNumberText, 'field'>,
): number | undefined {
  const text = String(draft[field]);
  const value = Number(text);
  return text === '' || Number.isNaN(value) ? undefined : value;
}

/** Whether a number is missing, so that the draft can not be saved. */
export const lacksNumber = (draft: CacheDraft): boolean =>
  CACHE_NUMBERS.some((one) => writtenIn(draft, one) === undefined);

/** Kubernetes keeps fractions as texts. */
function sentAs({ field, unit }: CacheNumberText, value: number): number | string {
  const sent = unit === 1 ? value : Math.round(value * unit);
  return field === 'max_temperature' && !Number.isInteger(sent) ? String(sent) : sent;
}

/** What is wrong with a number: nothing was written, or the API refused it. */
export function problemOf(
  one: Pick<CacheNumberText, 'field'>,
  draft: CacheDraft,
  error: unknown,
): string | undefined {
  if (writtenIn(draft, one) === undefined) return 'Write a number.';
  return refusedAt(one.field, error);
}

/** Why the API refused what stands in a field. */
export const refusedAt = (field: string, error: unknown): string | undefined =>
  error instanceof ApiProblem
    ? error.fields.find(({ path }) => path.split('.').at(-1) === field)?.message
    : undefined;
