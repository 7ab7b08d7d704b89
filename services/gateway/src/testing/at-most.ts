/** `make prove` sets it, on a machine that does nothing else. */
const IS_EXACT = process.env['AICP_EXACT_TIMES'] === '1';
/** A machine that gets a part of its processors takes a multiple of the time; what is broken takes far more, or for ever. */
const ROOM = 10;

/** The bound of a time in a test, ms: what the gateway is held to by `make prove`, and a multiple of it elsewhere. */
export const atMost = (ms: number): number => (IS_EXACT ? ms : ms * ROOM);
