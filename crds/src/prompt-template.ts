import { z } from 'zod';
import * as f from './kit/fields.ts';
import { defineKind } from './kit/kind.ts';
import { withRules } from './kit/rules.ts';

export const PROMPT_STATES = ['draft', 'in_review', 'approved', 'archived'] as const;

const NUMBER = '^-?[0-9]+([.][0-9]+)?([eE][+-]?[0-9]+)?$';

/** Whether a text is what a variable of a type may hold. */
function isValueOf(type: string, value: string): boolean {
  if (type === 'number') return new RegExp(NUMBER).test(value);
  return type === 'string' || value === 'true' || value === 'false';
}

const plainVariable = z.object({
  name: f
    .text({
      min: 1,
      max: 64,
      pattern: {
        matches: /^[A-Za-z_][A-Za-z0-9_]*$/,
        says: "may hold letters, digits and '_' only, and must begin with a letter or '_', for example customer_name",
      },
    })
    .meta({ description: 'What stands between the braces.' }),
  type: z
    .enum(['string', 'number', 'boolean'])
    .default('string')
    .meta({ description: 'What a value must be.' }),
  required: z
    .boolean()
    .default(true)
    .meta({ description: 'Whether rendering without it is an error.' }),
  default: f.text({ max: 4096 }).optional().meta({ description: 'Value where none is given.' }),
});

const variable = withRules(plainVariable, [
  {
    cel: `!has(self.default) || self.type == 'string' || (self.type == 'number' ? self.default.matches('${NUMBER}') : self.default in ['true', 'false'])`,
    message:
      "default must be a value of the variable's type: digits such as 3 or 0.5 for a number, true or false for a boolean",
    fieldPath: '.default',
    holds: ({ type, default: value }) => value === undefined || isValueOf(type, value),
  },
]);

/** Text with `{{variable}}`s, at most 64 KiB. */
export const promptContent = {
  templateText: f
    .text({ min: 1, max: 65_536 })
    .meta({ description: 'The text, with `{{variable}}` where a value goes.' }),
  variables: f
    .keyedList(variable, { key: 'name' })
    .optional()
    .meta({ description: 'The variables of the text.' }),
  modelHint: f
    .refersTo('Model', f.modelId())
    .optional()
    .meta({ description: 'Model that it was written for.' }),
};

const writer = z.object({
  userId: f.identifier().meta({ description: 'The person, else the key.' }),
  key: f.identifier().optional().meta({ description: 'The API key that it was done with.' }),
});

const spec = z.object({
  displayName: f.displayName().optional().meta({ description: 'Name for people.' }),
  organizationId: f.organizationId(),
  slug: f.slug().optional().meta({ description: 'Short name in paths.' }),
  description: f.description().optional().meta({ description: 'What it is for.' }),
  category: f
    .text({ min: 1, max: 64 })
    .optional()
    .meta({ description: 'Where people look for it.' }),
  ...promptContent,
  tags: f
    .list(f.text({ min: 1, max: 64 }))
    .optional()
    .meta({ description: 'Words to find it by.' }),
  state: z.enum(PROMPT_STATES).default('draft').meta({
    description:
      'Where it is in its life: draft → in_review → approved → archived. Changed by the verbs of the API.',
  }),
  version: f.integer({ min: 1, max: 1_000_000 }).default(1).meta({
    description: 'Number of the text above; approved texts are kept as PromptVersion objects.',
  }),
  submittedBy: f.identifier().optional().meta({
    description: 'Who handed the text in for review last. Written by the API.',
  }),
  submittedWith: f.identifier().optional().meta({
    description: 'The API key that the text was handed in with. Written by the API.',
  }),
  writtenBy: f.list(writer, 32).optional().meta({
    description:
      'Who wrote the text above by the API, the last one last: they do not approve it. Written by the API.',
  }),
  servedVersion: f
    .integer({ min: 1, max: 1_000_000 })
    .optional()
    .meta({ description: 'Approved version that is rendered; absent before the first approval.' }),
  environments: z
    .record(z.string(), f.integer({ min: 1, max: 1_000_000 }))
    .refine((pins) => Object.keys(pins).length <= 32, { error: 'may have 32 entries at most' })
    .optional()
    .meta({
      maxProperties: 32,
      description:
        'Approved versions that are served in place of that one, by the `environment` of the ControlPlane.',
    }),
});

export type PromptTemplateSpec = z.output<typeof spec>;

/** A prompt that people share, review and approve. */
export const promptTemplate = defineKind({
  kind: 'PromptTemplate',
  plural: 'prompttemplates',
  shortNames: ['prm'],
  feature: 'prompt-template',
  description:
    'A prompt that people share, review and approve. Its approved texts are immutable PromptVersion objects; an edit makes a draft beside them.',
  spec,
  columns: [
    { name: 'State', type: 'string', jsonPath: '.spec.state' },
    { name: 'Version', type: 'integer', jsonPath: '.spec.version' },
    { name: 'Served', type: 'integer', jsonPath: '.spec.servedVersion' },
  ],
  selectable: ['.spec.state'],
  api: {
    path: 'prompts',
    permission: 'prompts',
    isShared: true,
    tag: 'Prompts',
    noun: 'prompt',
    required: ['name'],
    filters: ['category'],
    example: {
      name: 'Summary',
      slug: 'summary',
      template_text: 'Sum up in {{sentences}} sentences: {{text}}',
      variables: [{ name: 'text' }, { name: 'sentences', type: 'number', default: '3' }],
    },
  },
  enforcedBy: ['admin', 'gateway'],
  wireNames: { state: 'status' },
});
