import type { RoutingRefusal } from '../routing/refusal.ts';
import { MAX_RENDERED, type VariableFault } from './render-prompt.ts';

/** What ids and slugs of prompts are made of. What has another form may be any text, and is repeated nowhere. */
const ID = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/;
/** The same of names of variables. */
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** 404: there is no such prompt, or none that whoever asks may use. An id that is none is not repeated, since decisions keep what is said here. */
export const promptNotFound = (id: string): RoutingRefusal => ({
  status: 404,
  type: 'invalid_request_error',
  message: ID.test(id)
    ? `There is no prompt "${id}" that this key can use. GET /api/v1/prompts of the admin API lists them.`
    : 'The id of the prompt is not of the right form, which is small letters, digits, "-" and ".". GET /api/v1/prompts of the admin API lists the prompts that this key can use.',
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

/** 400: values that the prompt cannot be rendered with. It names variables, and no value; what is no name of a variable may be any text, and is not repeated. */
export function promptVariablesWrong(faults: readonly VariableFault[]): RoutingRefusal {
  const named = faults
    .slice(0, MOST_NAMED)
    .map(({ variable, message }) =>
      isName(variable) ? `${variable} ${message}` : 'a name is not of the right form',
    );
  const first = faults[0]?.variable;
  const left = faults.length - named.length;
  const more = left > 0 ? `; and ${left} more` : '';
  return {
    status: 400,
    type: 'invalid_request_error',
    message: `The variables of the prompt are wrong: ${named.join('; ')}${more}.`,
    code: 'prompt_variables_invalid',
    param: isName(first) ? `prompt.variables.${first}` : 'prompt.variables',
  };
}

const isName = (variable: string | undefined): variable is string =>
  variable !== undefined && VARIABLE.test(variable);

/** 400: the values make the text too long. */
export const promptTooLong = (): RoutingRefusal => ({
  status: 400,
  type: 'invalid_request_error',
  message: `With these variables the prompt would be longer than ${MAX_RENDERED} characters: send shorter values.`,
  code: 'prompt_too_long',
  param: 'prompt.variables',
});
