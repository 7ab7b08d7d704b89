import { PROMPT_STATES } from '@aicp/crds/prompt-template';
import { z } from 'zod';
import type { ObjectStore } from '../../resources/store.ts';
import type { StoredObject } from '../../resources/stored-object.ts';
import { promptOf } from './prompt-text.ts';
import { versionsOf } from './approved-versions.ts';
import type { PromptText } from './prompt-text.ts';

/** A version of a prompt as the API answers it. */
export const versionView = z
  .object({
    version: z.int(),
    status: z
      .enum(PROMPT_STATES)
      .meta({ description: 'Approved, or the state of the text at hand.' }),
    served: z.boolean().meta({ description: 'Whether it is the one that is rendered.' }),
    template_text: z.string(),
    variables: z.array(
      z.object({
        name: z.string(),
        type: z.string(),
        required: z.boolean(),
        default: z.string().nullable(),
      }),
    ),
    model_hint: z.string().nullable(),
    approved_by: z.string().nullable(),
    approved_at: z.string().nullable(),
  })
  .meta({ id: 'PromptVersion' });
type VersionView = z.output<typeof versionView>;

/** Newest first. */
export function versionsView(store: ObjectStore, prompt: StoredObject): VersionView[] {
  const { state, version, servedVersion, ...text } = promptOf(prompt);
  const isServed = (one: number): boolean => one === servedVersion && state !== 'archived';
  const approved = versionsOf(store, prompt).map((one) => ({
    version: one.version,
    status: 'approved' as const,
    served: isServed(one.version),
    ...textView(one),
    approved_by: one.approvedBy,
    approved_at: one.approvedAt,
  }));
  if (state === 'approved' || state === 'archived') return approved;
  const atHand = { version, status: state, served: false, ...textView(text) };
  return [{ ...atHand, approved_by: null, approved_at: null }, ...approved];
}

const textView = ({ templateText, variables = [], modelHint }: PromptText) => ({
  template_text: templateText,
  variables: variables.map((one) => ({ ...one, default: one.default ?? null })),
  model_hint: modelHint ?? null,
});
