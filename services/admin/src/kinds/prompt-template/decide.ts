import { promptTemplate, type PromptTemplateSpec } from '@aicp/crds/prompt-template';
import { Problem } from '@aicp/common/errors/problem';
import { requireFourEyes, type Author } from '../../approvals/require-four-eyes.ts';
import type { StoredObject } from '../../resources/stored-object.ts';
import type { WriteContext } from '../../resources/write-hooks.ts';
import type { CollectionService } from '../../resources/collections/collection-service.ts';
import { isSameText, promptOf, textOf } from '../prompt-version/prompt-text.ts';
import { requireState } from './life-cycle.ts';
import {
  forgetVersion,
  keepVersion,
  versionNamed,
  type Approvals,
} from '../prompt-version/approved-versions.ts';

/** The fields that say where a prompt is in its life: only who sets one of these elsewhere stands in a verb's way. */
export const STATE_FIELDS = ['state', 'version', 'servedVersion'];
const TEXT_FIELDS = ['templateText', 'variables', 'modelHint'];

export interface Deciding extends Approvals {
  /** Of prompts; `service` is that of their versions. */
  readonly prompts: CollectionService;
}

/**
 * Approves the text in review: keeps it as a version, then serves that. What was approved is the text that was kept, whoever edits the
 * prompt meanwhile. Rejects with a Problem.
 */
export async function approve(
  deciding: Deciding,
  context: WriteContext,
  seen: StoredObject,
): Promise<StoredObject> {
  const { prompts, store } = deciding;
  const { name } = seen.metadata;
  const current = (await store.read(promptTemplate, name)) ?? seen;
  // Whatever refuses the approval does so before a version is kept.
  const by = { store, principal: context.principal };
  const step = approvalOf(by, current, promptOf(current).version);
  const tried = await prompts.change({ ...context, dryRun: true }, seen, step);
  if (context.dryRun) return tried;
  const { version, isNew } = await keepVersion(deciding, context, current);
  try {
    return await prompts.change(context, seen, approvalOf(by, current, version));
  } catch (error) {
    if (isNew) await forgetVersion(deciding, context, { prompt: name, version });
    throw error;
  }
}

const approvalOf = (
  { store, principal }: Pick<Deciding, 'store'> & Pick<WriteContext, 'principal'>,
  current: StoredObject,
  version: number,
) => ({
  action: 'approve',
  fields: STATE_FIELDS,
  change: (now: StoredObject) => {
    requireState(now, 'approve', 'in_review');
    requireFourEyes(store, {
      principal,
      authors: authorsOf(promptOf(now)),
      organizationId: promptOf(now).organizationId,
    });
    if (!isSameText(promptOf(now), promptOf(current))) throw changedMeanwhile();
    return { ...now.spec, state: 'approved', version, servedVersion: version };
  },
});

/** Whoever wrote the text, and whoever handed it in. */
const authorsOf = ({ writtenBy, submittedBy, submittedWith }: PromptTemplateSpec): Author[] => [
  { subject: submittedBy, key: submittedWith },
  ...(writtenBy ?? []).map(({ userId, key }) => ({ subject: userId, key })),
];

const changedMeanwhile = (): Problem =>
  new Problem(409, 'The text changed while it was approved: read it and decide again.');

/** Serves an approved version again, which becomes the prompt's text; what was written since is kept where it was approved. */
export async function rollBack(
  { prompts, store }: Deciding,
  context: WriteContext,
  { seen, version }: { seen: StoredObject; version: number },
): Promise<StoredObject> {
  return await prompts.change(context, seen, {
    action: 'rollback',
    fields: [...STATE_FIELDS, ...TEXT_FIELDS],
    change: (current) => {
      if (promptOf(current).state === 'archived') {
        throw new Problem(409, 'This prompt is archived: nothing of it is served any more.');
      }
      const text = textOf(versionNamed(store, current, version));
      const { variables: _, modelHint: _hint, ...rest } = current.spec;
      return { ...rest, ...text, state: 'approved', version, servedVersion: version };
    },
  });
}
