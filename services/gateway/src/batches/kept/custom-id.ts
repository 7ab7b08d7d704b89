/** Characters of a `custom_id`: requests with longer ones are in no batch, and so their results are of none. */
const LONGEST = 512;

/** Whether a request of a batch may be called so. Halves of characters are written as one and the same, in the ids of records as well. */
export const isCustomId = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST && value.isWellFormed();

/** The same in words. */
export const CUSTOM_ID_RULE = `"custom_id" has to be a text of 1 to ${LONGEST} whole characters.`;
