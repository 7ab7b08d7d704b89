import { z } from 'zod';
import { defineSection, organization, source } from './kit/section.ts';

const promptText = z.object({
  version: z.int().min(1),
  templateText: z.string(),
  variables: z
    .array(
      z.object({
        name: z.string(),
        type: z.enum(['string', 'number', 'boolean']),
        required: z.boolean(),
        default: z.string().optional(),
      }),
    )
    .optional(),
  /** The model that serves where a request names none. */
  modelHint: z.string().optional(),
});
export type PromptVersionTerms = z.output<typeof promptText>;

export const promptFragment = z.object({
  source,
  /** metadata.name of the PromptTemplate. */
  id: z.string(),
  slug: z.string().optional(),
  organization,
  /** The approved version that is served where nothing says otherwise; absent: none was approved. */
  served: z.int().optional(),
  /** Approved versions that are served instead, by the environment. */
  environments: z.record(z.string(), z.int()).optional(),
  /** Approved versions, newest first: the one that is served, those that an environment names, and the newest of the others. */
  versions: z.array(promptText),
  /** The text at hand, which nobody approved yet. */
  draft: promptText.optional(),
});
export type PromptFragment = z.output<typeof promptFragment>;

/** The prompts that requests may name. */
export const prompts = defineSection({
  name: 'prompts',
  item: promptFragment,
  readers: ['gateway'],
});
