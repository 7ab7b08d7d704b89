/** Characters of a `custom_id`: requests with longer ones are in no batch, and so their results are of none. */
const LONGEST = 512;

/** Whether a request of a batch may be called so. */
export const isCustomId = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST;

/** The same in words. */
export const CUSTOM_ID_RULE = `"custom_id" has to be a text of 1 to ${LONGEST} characters.`;
