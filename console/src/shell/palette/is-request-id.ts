/** What ids of requests look like: ours, and those that clients send along. */
const ID = /^[A-Za-z0-9][A-Za-z0-9_.:+/=-]{7,127}$/;

/** Whether a pasted text may be the id of a request: long enough, without spaces, and with a digit in it. */
export const isRequestId = (text: string): boolean => ID.test(text) && /\d/.test(text);
