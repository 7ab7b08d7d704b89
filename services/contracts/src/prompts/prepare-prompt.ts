import type { Principal } from '../routing/request/principal.ts';
import type { RoutingRefusal } from '../routing/refusal.ts';
import type { PromptFragment, PromptVersionTerms } from '../snapshot/sections/prompts.ts';
import type { PromptBook } from './prompt-book.ts';
import type { PromptReference } from './prompt-reference.ts';
import {
  promptDraftRefused,
  promptNotFound,
  promptTooLong,
  promptVariablesWrong,
  promptVersionNotFound,
} from './refusal.ts';
import { renderPrompt } from './render-prompt.ts';

/** Who asks for a prompt, and where. */
export interface PromptAsker {
  readonly principal: Pick<Principal, 'organization' | 'role' | 'delegator'>;
  /** The environment of the ControlPlane. */
  readonly environment: string | undefined;
  /** Whether the text at hand is wanted, where nobody approved it yet. */
  readonly wantsDraft: boolean;
}

/** A prompt that is ready to be sent. */
export interface PreparedPrompt {
  readonly text: string;
  /** metadata.name of the PromptTemplate. */
  readonly id: string;
  readonly version: number;
  readonly isDraft: boolean;
  /** The model that serves where the request names none. */
  readonly modelHint: string | undefined;
}

/** The text of the prompt that a request names, or why it is refused. Another organization's prompt is like none. */
export function preparePrompt(
  prompts: Pick<PromptBook, 'find'>,
  { id, version, variables }: PromptReference,
  asker: PromptAsker,
): PreparedPrompt | RoutingRefusal {
  const prompt = prompts.find(id, asker.principal.organization);
  if (!prompt) return promptNotFound(id);
  if (asker.wantsDraft && !mayEdit(prompt, asker.principal)) return promptDraftRefused();
  const draft = asker.wantsDraft ? draftOf(prompt, version) : undefined;
  const chosen = draft ?? approvedOf(prompt, version, asker.environment);
  if (!chosen) return promptVersionNotFound(id, version);
  const rendered = renderPrompt(chosen, variables);
  if ('faults' in rendered) return promptVariablesWrong(rendered.faults);
  if ('tooLong' in rendered) return promptTooLong();
  return {
    text: rendered.text,
    id: prompt.id,
    version: chosen.version,
    isDraft: draft !== undefined,
    modelHint: chosen.modelHint,
  };
}

/** As the admin API grants `prompts:write`. Who asks on behalf of somebody else edits nothing. */
function mayEdit(
  { organization }: PromptFragment,
  { role, organization: own, delegator }: PromptAsker['principal'],
): boolean {
  if (delegator !== undefined) return false;
  if (role === 'platform_admin') return true;
  return role === 'org_admin' && organization !== undefined && organization === own;
}

const draftOf = (
  { draft }: PromptFragment,
  version: number | undefined,
): PromptVersionTerms | undefined =>
  version === undefined || version === draft?.version ? draft : undefined;

/** The version that is asked for; else the one that this environment is pinned to; else the one that is served. */
function approvedOf(
  { versions, environments = {}, served }: PromptFragment,
  asked: number | undefined,
  environment: string | undefined,
): PromptVersionTerms | undefined {
  const isPinned = environment !== undefined && Object.hasOwn(environments, environment);
  const wanted = asked ?? (isPinned ? environments[environment] : served);
  return versions.find(({ version }) => version === wanted);
}
