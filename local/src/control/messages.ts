import { z } from 'zod';

/** What the control process tells the supervisor, whenever it changes. */
export const controlMessage = z.object({
  type: z.literal('services'),
  services: z.array(z.object({ name: z.string(), address: z.string(), ready: z.boolean() })),
});
export type ControlMessage = z.output<typeof controlMessage>;
