import type { RoutingRefusal } from '../routing/refusal.ts';
import { MAX_RENDERED, type VariableFault } from './render-prompt.ts';

/** 404: there is no such prompt, or none that whoever asks may use. */
export const promptNotFound = (id: string): RoutingRefusal => ({
  status: 404,
  type: 'invalid_request_error',
  message: `There is no prompt "${id}" that this key can use. GET /api/v1/prompts of the admin API lists them.`,
  code: 'prompt_not_found',
  param: 'prompt.id',
});

/** 404: the prompt has no such approved version; without a number, none at all. */
export const promptVersionNotFound = (id: string, version: number | undefined): RoutingRefusal => ({
  status: 404,
  type: 'invalid_request_error',
  message:
    version === undefined
      ? `The prompt "${id}" has no approved version yet: have its text approved.`
      : `The prompt "${id}" has no approved version ${version} that is served: name another, or leave the version out.`,
  code: 'prompt_version_not_found',
  param: 'prompt.version',
});

/** 403: only who may edit a prompt uses what nobody approved. */
export const promptDraftRefused = (): RoutingRefusal => ({
  status: 403,
  type: 'permission_error',
  message:
    'Drafts of a prompt are for keys that may edit it: of the role platform_admin, or org_admin for a prompt of their organization. Leave x-aicp-prompt-draft out to use the approved version.',
  code: 'prompt_draft_not_allowed',
  param: 'prompt',
});

const MOST_NAMED = 8;

/** 400: values that the prompt cannot be rendered with. It names variables, and no value. */
export function promptVariablesWrong(faults: readonly VariableFault[]): RoutingRefusal {
  const named = faults
    .slice(0, MOST_NAMED)
    .map(({ variable, message }) => `${variable} ${message}`);
  const left = faults.length - named.length;
  const more = left > 0 ? `; and ${left} more` : '';
  return {
    status: 400,
    type: 'invalid_request_error',
    message: `The variables of the prompt are wrong: ${named.join('; ')}${more}.`,
    code: 'prompt_variables_invalid',
    param: `prompt.variables.${faults[0]?.variable ?? ''}`,
  };
}

/** 400: the values make the text too long. */
export const promptTooLong = (): RoutingRefusal => ({
  status: 400,
  type: 'invalid_request_error',
  message: `With these variables the prompt would be longer than ${MAX_RENDERED} characters: send shorter values.`,
  code: 'prompt_too_long',
  param: 'prompt.variables',
});
