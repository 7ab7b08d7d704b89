import { PROMPT_STATES } from '@aicp/crds/prompt-template';
import { z } from 'zod';
import type { ObjectStore } from '../../resources/store.ts';
import type { StoredObject } from '../../resources/stored-object.ts';
import { isSameText, promptOf } from './prompt-text.ts';
import { nextVersion, versionsOf } from './approved-versions.ts';
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

/** Newest first; for whoever is told of the `approvedAlone`, without the text at hand and without names of people. */
export function versionsView(
  store: ObjectStore,
  prompt: StoredObject,
  { approvedAlone, isTextApproved }: Told,
): VersionView[] {
  const { state, version, servedVersion, ...text } = promptOf(prompt);
  const isServed = (one: number): boolean => one === servedVersion && state !== 'archived';
  const versions = versionsOf(store, prompt);
  const approved = versions.map((one) => ({
    version: one.version,
    status: 'approved' as const,
    served: isServed(one.version),
    ...textView(one),
    approved_by: approvedAlone ? null : one.approvedBy,
    approved_at: one.approvedAt,
  }));
  if (approvedAlone || isTextApproved || state === 'archived') return approved;
  // An approval keeps the text first and serves it then: between the two, or where it was cut short, the text is in review still and told once.
  const kept = versions.find((one) => one.version === version);
  const isKept = kept !== undefined && version !== servedVersion && isSameText(kept, text);
  const isFree = state !== 'approved' && (kept === undefined || isKept);
  const atHand = {
    version: isFree ? version : nextVersion(store, prompt),
    status: state === 'approved' ? ('draft' as const) : state,
    served: false,
    ...textView(text),
    ...{ approved_by: null, approved_at: null },
  };
  return [atHand, ...approved.filter((one) => one.version !== atHand.version)];
}

/** What a reader is told of a prompt. */
interface Told {
  readonly approvedAlone: boolean;
  /** Whether the text at hand is the one that is served. */
  readonly isTextApproved: boolean;
}

const textView = ({ templateText, variables = [], modelHint }: PromptText) => ({
  template_text: templateText,
  variables: variables.map((one) => ({ ...one, default: one.default ?? null })),
  model_hint: modelHint ?? null,
});
