import { z } from 'zod';

/** Ids of steps of the same template that belong to the step that names them, and run when it runs them. */
export const nestedSteps = z.array(z.string().min(1).max(64)).min(1).max(100);
