import { type Prompt, type PromptState, stateOf } from '../prompt/prompt.ts';

/** Something that moves a prompt on in its life. */
export interface Step {
  /** Below the prompt's path. */
  readonly path: string;
  readonly permission: string;
  readonly action: string;
  readonly title: string;
  readonly text: string;
  readonly done: string;
  readonly isDangerous?: boolean;
}

export const APPROVE: Step = {
  path: '/approve',
  permission: 'prompts:approve',
  action: 'Approve',
  title: 'Approve this text?',
  text: 'It is kept as a version that never changes, and is served from now on. Whoever wrote it or handed it in does not approve it, unless nobody else can.',
  done: 'The text is approved.',
};

export const SEND_BACK: Step = {
  path: '/reject',
  permission: 'prompts:approve',
  action: 'Send back',
  title: 'Send this text back?',
  text: 'It becomes a draft again. What is served now stays.',
  done: 'The text is a draft again.',
};

const HAND_IN: Step = {
  path: '/submit-review',
  permission: 'prompts:write',
  action: 'Hand in for review',
  title: 'Hand this text in for review?',
  text: 'Somebody else reads and approves it. Changing the text meanwhile makes it a draft again.',
  done: 'The text is handed in.',
};

const ARCHIVE: Step = {
  path: '/archive',
  permission: 'prompts:write',
  action: 'Archive',
  title: 'Archive this prompt?',
  text: 'Nothing of it is served any more, and its text changes no more. This cannot be undone.',
  done: 'The prompt is archived.',
  isDangerous: true,
};

const STEPS: Readonly<Record<PromptState, readonly Step[]>> = {
  draft: [HAND_IN],
  in_review: [SEND_BACK, APPROVE],
  approved: [ARCHIVE],
  archived: [],
};

/** What can be done with a prompt, by who has these permissions. A text that nobody approved, written beside the API, is handed in as a draft is. */
export function stepsFrom(
  prompt: Pick<Prompt, 'status' | 'is_text_approved'>,
  permissions: readonly string[],
): readonly Step[] {
  const state = stateOf(prompt);
  const isUnread = state === 'approved' && prompt.is_text_approved === false;
  const steps = [...(isUnread ? [HAND_IN] : []), ...STEPS[state]];
  return steps.filter(({ permission }) => permissions.includes(permission));
}
