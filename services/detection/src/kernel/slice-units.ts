/** So many UTF-16 units of texts are looked at between two turns of others; of no more than that, at once. */
export const SLICE_UNITS = 32_768;
