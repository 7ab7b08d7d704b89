import { z } from 'zod';
import * as f from './kit/fields.ts';
import { defineKind } from './kit/kind.ts';
import { withRules } from './kit/rules.ts';

const pattern = z.object({
  pattern: f
    .text({ min: 1, max: 1024 })
    .meta({ description: 'A regular expression (RE2), a keyword, or the name of an entity.' }),
  label: f.text({ min: 1, max: 64 }).optional().meta({ description: 'What a finding is called.' }),
  action: z
    .enum(['block', 'redact', 'flag'])
    .default('flag')
    .meta({ description: 'What happens at a finding.' }),
});

const spec = withRules(
  z.object({
    displayName: f.displayName().optional().meta({ description: 'Name for people.' }),
    organizationId: f.organizationId(),
    description: f.description().optional().meta({ description: 'What it finds.' }),
    detectorType: z
      .enum(['regex', 'keyword', 'pii', 'secrets'])
      .meta({ description: 'How it looks.' }),
    config: z
      .object({
        patterns: z
          .array(pattern)
          .max(100)
          .optional()
          .meta({ description: 'What it looks for.', 'x-kubernetes-list-type': 'atomic' }),
      })
      .prefault({})
      .meta({ description: 'Its settings.' }),
  }),
  [
    {
      cel: "!(self.detectorType in ['regex', 'keyword']) || (has(self.config.patterns) && size(self.config.patterns) > 0)",
      message: 'a regex or keyword detector needs config.patterns',
      fieldPath: '.config',
      holds: (self) =>
        !['regex', 'keyword'].includes(self.detectorType) ||
        (self.config.patterns ?? []).length > 0,
    },
  ],
);

export type DetectorSpec = z.output<typeof spec>;

/** Something that finds what should not leave, or come in. */
export const detector = defineKind({
  kind: 'Detector',
  plural: 'detectors',
  shortNames: ['det'],
  feature: 'detector',
  description: 'Finds personal data, secrets, words or patterns in text, for guardrails to act on.',
  spec,
  columns: [{ name: 'Type', type: 'string', jsonPath: '.spec.detectorType' }],
  selectable: ['.spec.detectorType'],
  reserved: {
    names: ['pii', 'secrets', 'injection', 'all'],
    message:
      'pii, secrets, injection and all are names of what is there without being made: choose another',
  },
  api: {
    path: 'detectors',
    permission: 'detectors',
    readers: 'staff',
    isShared: true,
    tag: 'Detectors',
    noun: 'detector',
    required: ['name'],
    example: {
      name: 'Project names',
      detector_type: 'keyword',
      config: { patterns: [{ pattern: 'bluebird', label: 'project', action: 'redact' }] },
    },
  },
  enforcedBy: ['gateway', 'admin'],
});
