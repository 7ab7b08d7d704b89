import type { ApiSchemas } from '@aicp/admin/client/admin-api';
import type { ApiObject } from '../../../api/api-object.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import type { Tone } from '../../../ui/text/object-state.ts';

export type Prompt = ApiSchemas['PromptTemplate'];
export type PromptVersion = ApiSchemas['PromptVersion'];
export type PromptState = NonNullable<Prompt['status']>;
export type Variable = NonNullable<Prompt['variables']>[number];

export const { collection: PROMPTS } = RESOURCES.promptTemplate;

/** What each state of a prompt's text is called, and how good it is. */
export const STATES: Readonly<
  Record<PromptState, { readonly label: string; readonly tone: Tone }>
> = {
  draft: { label: 'Draft', tone: 'quiet' },
  in_review: { label: 'In review', tone: 'waiting' },
  approved: { label: 'Approved', tone: 'good' },
  archived: { label: 'Archived', tone: 'quiet' },
};

/** The object of a prompt's page is a prompt. */
export const asPrompt = (object: ApiObject): Prompt => object as unknown as Prompt;

/** Where a prompt's text is in its life. */
export const stateOf = ({ status }: Pick<Prompt, 'status'>): PromptState => status;

/** Which text is rendered, and which is at hand, in words. */
export function servedText(prompt: Pick<Prompt, 'status' | 'version' | 'served_version'>): string {
  const { version, served_version: served } = prompt;
  const state = stateOf(prompt);
  if (state === 'archived') return 'Nothing is served: the prompt is archived.';
  if (served === undefined) return 'No version is served yet: none was approved.';
  if (state === 'approved') return `Version ${served} is served.`;
  return `Version ${served} is served. The text at hand is to be version ${version}.`;
}
