import { z } from 'zod';

/** What something cost, nano-USD: nothing costs less than nothing, and no request nine million dollars, which is the most that is exact as a number. */
export const costNanoUsd = z.int().min(0);
