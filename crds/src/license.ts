import { z } from 'zod';
import * as f from './kit/fields.ts';
import { defineKind } from './kit/kind.ts';

const spec = z.object({
  tokenSecretRef: f.secretRef().meta({ description: 'Where the license token stands.' }),
});

export type LicenseSpec = z.output<typeof spec>;

/** The license of the installation. */
export const license = defineKind({
  kind: 'License',
  plural: 'licenses',
  shortNames: ['lic'],
  feature: 'license',
  description:
    'The license of the installation. There is one, named `default`. Nothing is blocked or changed by its state.',
  spec,
  status: {
    present: z.boolean().optional().meta({ description: 'A license exists.' }),
    valid: z.boolean().optional().meta({ description: 'Its signature and content verify.' }),
    expired: z.boolean().optional().meta({ description: 'It is past its end.' }),
    tier: f
      .text({ max: 64 })
      .optional()
      .meta({ description: 'trial, team, business or enterprise.' }),
    company: f.text({ max: 256 }).optional().meta({ description: 'Whose it is.' }),
    expiresAt: f.text({ max: 64 }).optional().meta({ description: 'When it ends.' }),
  },
  columns: [
    { name: 'Tier', type: 'string', jsonPath: '.status.tier' },
    { name: 'Valid', type: 'boolean', jsonPath: '.status.valid' },
    { name: 'Expires', type: 'string', jsonPath: '.status.expiresAt' },
  ],
  singleton: 'default',
  enforcedBy: ['admin'],
});
