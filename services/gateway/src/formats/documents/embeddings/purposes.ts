/** What a text is for, by Google's word for it and by Cohere's. */
const PURPOSES: readonly (readonly [string, string])[] = [
  ['RETRIEVAL_DOCUMENT', 'search_document'],
  ['RETRIEVAL_QUERY', 'search_query'],
  ['CLASSIFICATION', 'classification'],
  ['CLUSTERING', 'clustering'],
];

/** Google's `taskType` as Cohere's `input_type`; undefined where Cohere has no such word. */
export const toCoherePurpose = (taskType: unknown): string | undefined =>
  PURPOSES.find(([google]) => google === taskType)?.[1];

/** Cohere's `input_type`, or a word of Google's own, as Google's `taskType`; undefined where it is neither. */
export function toGooglePurpose(inputType: unknown): string | undefined {
  if (typeof inputType === 'string' && /^[A-Z_]{1,64}$/.test(inputType)) return inputType;
  return PURPOSES.find(([, cohere]) => cohere === inputType)?.[0];
}
