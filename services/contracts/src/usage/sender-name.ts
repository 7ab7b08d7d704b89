import { z } from 'zod';

/** What a replica or a process of a gateway is called: what a pod may be called, and more, but nothing that no row or line of a log holds. */
export const senderName = z
  .string()
  .regex(/^[!-~]{1,253}$/, { error: 'must be 1 to 253 visible characters of ASCII' });
