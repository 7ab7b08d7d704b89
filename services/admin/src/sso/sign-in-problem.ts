import { Problem } from '@aicp/common/errors/problem';

/** Why nobody signed in, in a word for the page that says so; docs/operations/sso.md explains each. */
export type SignInFailure =
  'sso' | 'begin_again' | 'refused' | 'no_role' | 'unavailable' | 'too_many';

/** A sign-in at a provider that did not come to its end. */
export class SignInProblem extends Problem {
  readonly failure: SignInFailure;
  /** The page that was to be opened afterwards, as far as it is known. */
  readonly returnTo: string | undefined;

  constructor(failure: SignInFailure, problem: Problem, returnTo?: string) {
    const { status, detail, headers, cause } = problem;
    super(status, detail, { headers: { ...headers }, cause });
    this.failure = failure;
    this.returnTo = returnTo;
  }
}

/** The word for what a sign-in ended in; undefined for what is not about signing in. */
export function failureOf(error: unknown): SignInFailure | undefined {
  if (error instanceof SignInProblem) return error.failure;
  if (!(error instanceof Problem)) return undefined;
  if (error.status === 429) return 'too_many';
  return error.status === 503 ? 'unavailable' : undefined;
}
