import { prefixOf } from '@aicp/api-kit/route/path-prefix';
import type { Answer } from '@aicp/api-kit/route/route';
import { toProblem } from '@aicp/api-kit/service/create-app';
import type { Request } from 'express';
import { NO_STORE } from '../auth/granted.ts';
import { pathWithin } from './return-path.ts';
import { failureOf, SignInProblem } from './sign-in-problem.ts';

/**
 * Runs a step of signing in. Where it fails, a person at a browser comes back to the console's page for signing in, which says why; `returnTo` goes along, where the
 * failure itself does not know the page to open. Programs get the problem.
 */
export async function backToConsole(
  { request, publicUrl, returnTo }: BackOptions,
  step: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await step();
  } catch (error) {
    const problem = toProblem(error);
    const failure = failureOf(problem);
    if (failure === undefined || !isBrowser(request)) throw error;
    const known = problem instanceof SignInProblem ? problem.returnTo : undefined;
    const prefix = prefixOf(publicUrl);
    const to = pathWithin(known ?? returnTo ?? '/', prefix);
    const query = new URLSearchParams({ error: failure });
    if (to !== '/') query.set('return_to', to);
    return {
      status: 303,
      headers: { ...NO_STORE, Location: `${prefix}/login?${query.toString()}` },
    };
  }
}

interface BackOptions {
  readonly request: Request;
  readonly publicUrl: string | undefined;
  readonly returnTo?: string;
}

/** Browsers name HTML where they open an address. */
const isBrowser = (request: Request): boolean =>
  /\btext\/html\b/i.test(request.get('accept') ?? '');
