import { ApiProblem } from '../../api/problem.ts';
import { forPeople } from '../../ui/refusal/way-on.ts';

/** Why a chat was not answered, for people. */
export interface ChatFailure {
  readonly title: string;
  readonly message: string;
  /** In one word, as the gateway has it: `policy_denied`. */
  readonly code: string | undefined;
}

const TITLES: Readonly<Record<number, string>> = {
  0: 'No answer',
  400: 'The request cannot be read',
  401: 'You are not let in',
  403: 'Not allowed',
  404: 'There is no such model',
  413: 'The request is too long',
  429: 'A limit is reached',
  502: 'The provider failed',
  503: 'Not available now',
  504: 'The provider took too long',
};

/** Reads why a chat was not answered: gateways say it in OpenAI's form, the admin service in its own. */
export function chatFailure(error: unknown): ChatFailure {
  if (!(error instanceof ApiProblem)) return brokenOff(error);
  const { message, code } = openAiError(error.body);
  return {
    title: refusedByProvider(error) ?? TITLES[error.status] ?? 'Not answered',
    message: forPeople(message ?? error.message),
    code,
  };
}

/** Limits are ours as well as a provider's: their words say whose one is. */
const LIMITED = 429;

/** A gateway that refuses a request by itself asks no provider, and names none. */
function refusedByProvider({ status, provider }: ApiProblem): string | undefined {
  if (provider === undefined || status < 400 || status > 499 || status === LIMITED)
    return undefined;
  return `The provider ${provider} refused the request`;
}

/** It came to an end in the middle: the answer says why, or the connection broke. */
const brokenOff = (error: unknown): ChatFailure => ({
  title: 'The answer broke off',
  message:
    error instanceof Error && !(error instanceof TypeError)
      ? error.message
      : 'The connection was lost. What came until then is below.',
  code: undefined,
});

function openAiError({ error }: ApiProblem['body']): {
  readonly message: string | undefined;
  readonly code: string | undefined;
} {
  const { message, code }: Record<string, unknown> =
    typeof error === 'object' && error !== null ? { ...error } : {};
  return {
    message: typeof message === 'string' ? message : undefined,
    code: typeof code === 'string' ? code : undefined,
  };
}
