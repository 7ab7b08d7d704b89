import { z } from 'zod';
import { objectName, text } from './fields.ts';

/** metav1.Condition, validated as upstream does. */
export const condition = z.object({
  type: text({
    min: 1,
    max: 316,
    pattern: {
      matches: /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/,
      says: "may hold letters, digits, '-', '_' and '.' only, and must begin and end with a letter or digit, for example Ready",
    },
  }).meta({
    description:
      'Accepted, Programmed, Ready, Enforced, Healthy, Reconciling or Stalled; of spend, NearLimit, Exceeded, Overcommitted or UsageDelivered.',
  }),
  status: z.enum(['True', 'False', 'Unknown']).meta({ description: 'Whether it holds.' }),
  observedGeneration: z
    .int()
    .min(0)
    .max(2 ** 52)
    .optional()
    .meta({ description: 'The generation of the spec that this was said of.' }),
  lastTransitionTime: text({ min: 1, max: 64 }).meta({
    description: 'When `status` last changed.',
    format: 'date-time',
  }),
  reason: text({
    min: 1,
    max: 1024,
    pattern: {
      matches: /^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$/,
      says: 'must be one word that begins with a letter, for example Accepted',
    },
  }).meta({
    description: 'Why, as one word from a closed list.',
  }),
  message: text({ max: 32768 }).meta({ description: 'Why, as a sentence that says what to do.' }),
});

export type Condition = z.output<typeof condition>;

const uid = () => text({ min: 1, max: 128 });

/** Whom an object was bound to when the operator first saw it with its organization. */
export const ownerBinding = z.object({
  objectUid: uid().meta({
    description:
      'metadata.uid of this very object. Where it is another one, the object was restored or created anew, and is bound anew.',
  }),
  organization: objectName().optional().meta({
    description: 'metadata.name of the Organization. Absent: the platform.',
  }),
  organizationUid: uid().optional().meta({
    description:
      'metadata.uid of the Organization. One of the same name with another uid is not its owner.',
  }),
});

export type OwnerBinding = z.output<typeof ownerBinding>;

/** The key that a key was bound to when the operator first saw it beside one of that name. */
export const parentBinding = z.object({
  objectUid: uid().meta({
    description:
      'metadata.uid of this very key. Where it is another one, the key was restored or created anew, and is bound anew.',
  }),
  key: objectName().meta({ description: 'metadata.name of the APIKey that made it.' }),
  uid: uid().optional().meta({
    description:
      'metadata.uid of that APIKey. One of the same name with another uid did not make it. Absent: there was none yet.',
  }),
});

export type ParentBinding = z.output<typeof parentBinding>;

/** The fields that every status holds. */
const baseStatus = {
  observedGeneration: z
    .int()
    .min(-1)
    .max(2 ** 52)
    .default(-1)
    .meta({
      description:
        'The newest generation that the operator has looked at; -1 before its first look.',
    }),
  conditions: z
    .array(condition)
    .max(16)
    .optional()
    .meta({
      description: 'What the operator says of this object.',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['type'],
    }),
  owner: ownerBinding.optional().meta({
    description: 'The Organization that this object is bound to. The operator alone writes it.',
  }),
};

/** A status schema: the common fields and those of one kind. */
export function statusWith<T extends z.ZodRawShape>(shape: T) {
  return z.object({ ...baseStatus, ...shape });
}
