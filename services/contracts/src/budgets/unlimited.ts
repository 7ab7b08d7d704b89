/** The limit of a counter that nothing limits: it is as much as a counter can hold. */
export const UNLIMITED = Number.MAX_SAFE_INTEGER;
