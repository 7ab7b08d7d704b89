import { z } from 'zod';

/** Puts out `value`, its expressions worked out. */
export const transformWith = z.strictObject({ value: z.unknown() });

/** What a `transform` step puts out: the value itself. */
export type TransformOutput = unknown;
