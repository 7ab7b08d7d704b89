import { z } from 'zod';

/** Puts out `value`, its expressions worked out. */
export const transformWith = z
  .strictObject({ value: z.unknown() })
  .refine((fields) => 'value' in fields, {
    path: ['value'],
    error: 'is missing: write what the step puts out, for example an object of expressions',
  });

/** What a `transform` step puts out: the value itself. */
export type TransformOutput = unknown;
