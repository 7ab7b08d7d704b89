import { Problem } from '@aicp/common/errors/problem';
import type { Express, Request, RequestHandler, Response } from 'express';
import { principalOf, setPrincipal, type Principal } from '../access/principal.ts';
import type { SecurityListener } from '../access/security-event.ts';
import { honoursKey } from './idempotency-key.ts';
import { BodyRoom } from '../access/body-room.ts';
import type { CallerLimits } from '../access/caller-limits.ts';
import { mostBytesOf, readInput } from './read-input.ts';
import { notPossible } from './not-possible.ts';
import { requestIdOf } from './request-id.ts';
import { bodyTypesOf, type Answer, type Route, type RouteContext } from './route.ts';
import { sendAnswer } from './send-answer.ts';

/** Runs a handler once for all requests of a caller that have the same Idempotency-Key, and answers all of them. */
export interface RunOnce {
  answer(
    context: RouteContext,
    caller: string,
    handler: (context: RouteContext) => Promise<Answer>,
  ): Promise<Answer>;
}

export interface MountOptions {
  /** Who sends a request. Rejects with a Problem. */
  readonly authenticate: (request: Request) => Promise<{ readonly principal: Principal }>;
  readonly limits: CallerLimits;
  readonly onSecurityEvent: SecurityListener;
  /** Where a POST with an Idempotency-Key is run once, however often it is sent. */
  readonly idempotency: RunOnce;
  /** The memory for bodies; without it, as much as is usual. */
  readonly bodyRoom?: BodyRoom;
}

type Parts = MountOptions & { readonly bodyRoom: BodyRoom };

/** Serves the routes: who asks, whether they may, whether what they send is valid, then the handler. Another method on a path of theirs is 405 with Allow. */
export function mountRoutes(app: Express, routes: readonly Route[], options: MountOptions): void {
  const parts = { ...options, bodyRoom: options.bodyRoom ?? new BodyRoom() };
  for (const path of pathsOf(routes)) {
    const own = routes.filter((route) => route.path === path);
    for (const route of own) app[route.method](expressPath(path), serve(route, parts));
    app.all(expressPath(path), onlyMethods(own));
  }
}

/** Each path once; those with a word where others take any come first. */
function pathsOf(routes: readonly Route[]): string[] {
  const paths = [...new Set(routes.map((route) => route.path))];
  const rank = (path: string): string => path.replaceAll(/\{[^}]+\}/g, '\uffff');
  return paths.sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

const expressPath = (path: string): string => path.replaceAll(/\{([^}]+)\}/g, ':$1');

function serve(route: Route, options: Parts): RequestHandler {
  return async (request, response) => {
    const answer = await answerOf(route, request, options);
    await sendAnswer({ request, response, route }, answer);
  };
}

async function answerOf(route: Route, request: Request, options: Parts): Promise<Answer> {
  if (route.permission !== 'public') await admit(route, request, options);
  requireWhole(route, request);
  await route.beforeBody?.({ ip: request.ip, request });
  const giveBack = takeRoom(route, request, options.bodyRoom);
  try {
    return await handled(route, request, options);
  } finally {
    giveBack();
  }
}

const CHANGES_WHAT_IS_THERE: readonly string[] = ['put', 'patch', 'delete'];

/** A path whose last part is empty, or was folded away, is not the one of what stands before it: changing that would not be what was meant. */
function requireWhole({ method }: Route, { path }: Request): void {
  if (!path.endsWith('/') || !CHANGES_WHAT_IS_THERE.includes(method)) return;
  throw new Problem(
    404,
    'Nothing is at this address: its last part is empty. Leave out the slash at the end.',
  );
}

/** Who is unknown sends little. */
function takeRoom(route: Route, request: Request, room: BodyRoom): () => void {
  const principal = principalOf(request);
  const bytes = principal ? mostBytesOf(route, request) : 0;
  if (!principal || bytes === 0) return () => undefined;
  const owner = { caller: callerOf(principal), organization: principal.organizationId };
  return room.take(owner, bytes);
}

async function handled(route: Route, request: Request, options: Parts): Promise<Answer> {
  const input = await readInput(route, request);
  const context = contextOf(request, input);
  if (!honoursKey(route) || input.dryRun) return await route.handler(context);
  const handler = (within: RouteContext): Promise<Answer> => route.handler(within);
  return await options.idempotency.answer(context, callerOf(context.principal), handler);
}

/** Somebody who is unknown is counted by address, so that guessing tokens has an end. */
async function admit(route: Route, request: Request, options: MountOptions): Promise<void> {
  const { authenticate, limits, onSecurityEvent } = options;
  const principal = await identify(request, authenticate, limits);
  setPrincipal(request, principal);
  await limits.countRequest(callerOf(principal));
  const { permission } = route;
  if (permission === 'authenticated' || permission === 'public') return;
  if (principal.permissions.has(permission)) return;
  onSecurityEvent({
    type: 'denied',
    principal,
    keyName: principal.keyName,
    ...whereabouts(request),
    reason: permission,
  });
  throw new Problem(
    403,
    `The role ${principal.role} does not have the permission ${permission}. Ask an administrator.`,
  );
}

/** The same subject in two organizations is two people. */
const callerOf = ({ keyUid, organizationId, subject }: Principal): string =>
  keyUid === undefined ? `person ${organizationId ?? ''} ${subject}` : `caller ${keyUid}`;

async function identify(
  request: Request,
  authenticate: MountOptions['authenticate'],
  limits: CallerLimits,
): Promise<Principal> {
  try {
    return (await authenticate(request)).principal;
  } catch (error) {
    await limits.countRequest(`address ${request.ip ?? ''}`);
    throw error;
  }
}

/** Where a request came from and went to. */
export const whereabouts = (request: Request) => ({
  requestId: requestIdOf(request),
  ip: request.ip,
  source: sourceOf(request),
  method: request.method,
  path: request.path,
});

/** The console says so itself; it is noted, and gives no right. */
const sourceOf = (request: Request): 'api' | 'console' =>
  request.get('x-aicp-client') === 'console' ? 'console' : 'api';

function contextOf(request: Request, input: Awaited<ReturnType<typeof readInput>>): RouteContext {
  return {
    ...input,
    get principal() {
      const principal = principalOf(request);
      if (!principal) throw new Error('a public route has no principal');
      return principal;
    },
    requestId: requestIdOf(request),
    ip: request.ip,
    source: sourceOf(request),
    request,
  };
}

/** Methods that a path takes, as Allow says it. */
const allowed = (routes: readonly Route[]): string =>
  routes
    .flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
    .join(', ');

function onlyMethods(routes: readonly Route[]): RequestHandler {
  const allow = allowed(routes);
  // What follows a collection is an object, or a verb that there is not: nothing is created there.
  const isItem = routes.some(({ path }) => path.endsWith('}'));
  return (request: Request, response: Response) => {
    if (request.method === 'OPTIONS') {
      const patch = routes.find(({ method }) => method === 'patch');
      if (patch) response.set('Accept-Patch', bodyTypesOf(patch).join(', '));
      response.status(204).set('Allow', allow).end();
      return;
    }
    if (request.method === 'POST' && isItem && !allow.includes('POST')) {
      throw new Problem(404, `There is nothing at ${request.path}. /docs lists what there is.`);
    }
    throw notPossible(request.method, allow);
  };
}
