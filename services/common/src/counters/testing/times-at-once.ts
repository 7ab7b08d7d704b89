/** Times for tests that wait for what takes seconds elsewhere. */
export const AT_ONCE = { beatMs: 50, deadMs: 600, gatherMs: 100, patienceMs: 500 };
