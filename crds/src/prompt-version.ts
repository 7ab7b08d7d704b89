import { z } from 'zod';
import * as f from './kit/fields.ts';
import { defineKind } from './kit/kind.ts';
import { promptContent } from './prompt-template.ts';

const spec = z.object({
  organizationId: f.organizationId(),
  prompt: f
    .refersTo('PromptTemplate', f.objectName(), { onDelete: 'part' })
    .meta({ description: 'PromptTemplate that it is a version of.' }),
  version: f
    .integer({ min: 1, max: 1_000_000 })
    .meta({ description: 'Its number; one more than the one before.' }),
  ...promptContent,
  approvedBy: f.identifier().meta({ description: 'Who approved it.' }),
  approvedAt: f.timestamp().meta({ description: 'When.' }),
});

export type PromptVersionSpec = z.output<typeof spec>;

/** A text that was approved, as it was approved. */
export const promptVersion = defineKind({
  kind: 'PromptVersion',
  plural: 'promptversions',
  shortNames: ['prmv'],
  feature: 'prompt-version',
  description: 'A text of a PromptTemplate that was approved, as it was approved. Never changes.',
  spec,
  columns: [
    { name: 'Prompt', type: 'string', jsonPath: '.spec.prompt' },
    { name: 'Version', type: 'integer', jsonPath: '.spec.version' },
    { name: 'Approved-By', type: 'string', jsonPath: '.spec.approvedBy', priority: 1 },
  ],
  selectable: ['.spec.prompt'],
  immutable: true,
  api: {
    path: 'prompts/versions',
    permission: 'prompts',
    tag: 'Prompts',
    noun: 'prompt version',
    hasOwnRoutes: true,
  },
  enforcedBy: ['admin'],
});
