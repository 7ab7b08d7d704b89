/*
 * What stands in answers of generateContent and is no text, by its place: each has a short form that is known. What stands there in another form may be any text,
 * and is looked at.
 */

/** Of a string its form; `figures`: counts, marks and grades, however deep; `flag`: true or false. */
export type Form = RegExp | 'figures' | 'flag';
export type Forms = ReadonlyMap<string, Form>;

/** `STOP`, `HARM_CATEGORY_HARASSMENT`. */
export const GRADE = /^[A-Z][A-Z_]{0,63}$/;
const ID = /^[\w.:/+=-]{1,128}$/;
/** `gemini-2.5-flash`: no address of somebody. */
const MODEL = /^[A-Za-z][\w.:/-]{0,127}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;
const TYPE = /^[a-z]{1,16}\/[a-z0-9.+-]{1,64}$/;
/** What only its vendor can read, and bytes. */
const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

const forms = (members: Readonly<Record<string, Form>>): Forms => new Map(Object.entries(members));

export const OF_ANSWER = forms({
  ...{ usageMetadata: 'figures', modelVersion: MODEL, responseId: ID, createTime: TIME },
});
export const OF_FEEDBACK = forms({ blockReason: GRADE, safetyRatings: 'figures' });
export const OF_CANDIDATE = forms({
  ...{ index: 'figures', finishReason: GRADE, avgLogprobs: 'figures', tokenCount: 'figures' },
  safetyRatings: 'figures',
});
export const OF_CONTENT = forms({ role: /^(?:model|user|function)?$/ });
export const OF_PART = forms({ thought: 'flag', thoughtSignature: BASE64 });
export const OF_CALL = forms({ willContinue: 'flag' });
export const OF_MEDIA = forms({ mimeType: TYPE, data: BASE64 });

/** A member's name as Google's reference has it: `inline_data` is read as `inlineData`. */
export const referenceName = (written: string): string =>
  written.replaceAll(/_(?<letter>[a-z])/g, (_, letter: string) => letter.toUpperCase());
