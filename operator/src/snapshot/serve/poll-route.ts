import { faultLine, readPlainly } from '@aicp/common/errors/read-plainly';
import { Problem, problemHandler, unauthorized } from '@aicp/common/errors/problem';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import type { Authenticate } from '@aicp/common/kubernetes/authenticate-pods';
import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import {
  POLL_PATH,
  pollRequest,
  REPLICAS_HEADER,
  type PollRequest,
} from '@aicp/contracts/poll/poll';
import { REPLICAS_PATH, type ReplicaStates } from '@aicp/contracts/poll/replica-states';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type Response,
} from 'express';
import { deltaFor, type SnapshotFeed } from './feed.ts';
import { FORWARDED_HEADER, type ForwardAck } from './forward-ack.ts';

export interface PollRouteOptions {
  readonly feed: SnapshotFeed;
  readonly authenticate: Authenticate;
  /** Told what a replica runs. */
  readonly record: (poll: PollRequest) => void;
  /** Passes that on to the leader, where this is not the leader. */
  readonly forward: ForwardAck;
  /** How many replicas of a service are counted on; undefined where it is not installed. */
  readonly expectedReplicas: (service: string) => number | undefined;
  /** What the replicas run, as this operator knows; with the uid of an object, of that too. */
  readonly replicas: (uid: string | undefined) => ReplicaStates;
  /** The same GET of the leader; undefined where this is the leader, or nobody is. */
  readonly askLeader: (path: string, token: string) => Promise<unknown>;
  readonly log: Logger;
  readonly clock: Clock;
}

/** A manifest of 20 sections, 100 refusals, and as much health or spend as a report may hold, with names of usual length. */
const BODY_LIMIT = '8mb';

/** The port that services take their snapshots from. */
export function snapshotApp(options: PollRouteOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  // Nobody asks for an answer again by its hash, and hashing megabytes takes time.
  app.disable('etag');
  app.use(express.json({ limit: BODY_LIMIT }));
  // Here, so that it sees what the parser throws and nothing of the routes below.
  app.use(unreadable);
  app.post(POLL_PATH, async (request, response) => {
    await poll(options, request, response);
  });
  app.get(REPLICAS_PATH, async (request, response) => {
    response.json(await replicas(options, request));
  });
  app.use(() => {
    throw new Problem(404, `There is only POST ${POLL_PATH} and GET ${REPLICAS_PATH} here.`);
  });
  app.use(problemHandler(options.log, () => uuidV7(options.clock.now())));
  return app;
}

async function poll(options: PollRouteOptions, request: Request, response: Response) {
  const token = tokenOf(request);
  const body = await checkedPoll(options, token, request);

  // 1. What the replica runs is news for the leader, and only for the leader.
  options.record(body);
  if (request.get(FORWARDED_HEADER) !== undefined) {
    response.status(204).end();
    return;
  }
  options.forward({ token, body });

  // 2. The answer waits until there is something newer, the time is up, or nobody listens any more.
  using wait = waitFor(response, body.wait_seconds * 1000, options.clock);
  const snapshot = await options.feed.next(body.instance.service, body, wait.signal);
  if (response.destroyed) return;
  const replicas = options.expectedReplicas(body.instance.service);
  if (replicas !== undefined) response.set(REPLICAS_HEADER, String(replicas));
  if (!snapshot) {
    response.status(204).end();
    return;
  }
  response.json(deltaFor(snapshot, body.have));
}

/** The admin service alone is told, since it shows them to people by their rights. The leader alone has heard of all of them. */
async function replicas(options: PollRouteOptions, request: Request): Promise<unknown> {
  const token = tokenOf(request);
  const { service } = await identified(options, token);
  if (service !== 'admin') throw new Problem(403, `The replicas are not for ${service} to know.`);
  const uid = typeof request.query['uid'] === 'string' ? request.query['uid'] : undefined;
  // The path is made anew: what a caller sends as one may name another host.
  const path =
    uid === undefined ? REPLICAS_PATH : `${REPLICAS_PATH}?uid=${encodeURIComponent(uid)}`;
  const isForwarded = request.get(FORWARDED_HEADER) !== undefined;
  const told = isForwarded ? undefined : await leaders(options, path, token);
  return told ?? options.replicas(uid);
}

async function leaders(
  { askLeader }: PollRouteOptions,
  path: string,
  token: string,
): Promise<unknown> {
  try {
    return await askLeader(path, token);
  } catch (error) {
    const detail = 'The operator that leads does not answer: try again in a moment.';
    throw new Problem(503, detail, { headers: { 'retry-after': '5' }, cause: error });
  }
}

async function identified({ authenticate }: PollRouteOptions, token: string) {
  const identity = await authenticate(token).catch((error: unknown) => {
    const detail = 'Tokens cannot be verified now, since the API server is away: try again.';
    throw new Problem(503, detail, { headers: { 'retry-after': '5' }, cause: error });
  });
  if (!identity) throw unauthorized('The token is not good for snapshots.');
  return identity;
}

async function checkedPoll(
  options: PollRouteOptions,
  token: string,
  request: Request,
): Promise<PollRequest> {
  const identity = await identified(options, token);
  const { data, faults } = readPlainly(pollRequest, request.body);
  if (faults) throw new Problem(422, `This is no poll: ${faultLine(faults)}.`);
  const { instance } = data;
  if (instance.service !== identity.service) {
    throw new Problem(403, `The token is one of ${identity.service}, not of ${instance.service}.`);
  }
  if (identity.pod !== undefined && identity.pod !== instance.name) {
    throw new Problem(403, `The token was made for ${identity.pod}, not for ${instance.name}.`);
  }
  return data;
}

function tokenOf(request: Request): string {
  const [, token] = /^Bearer (.+)$/.exec(request.get('authorization') ?? '') ?? [];
  if (token === undefined) throw unauthorized('A bearer token is needed.');
  return token;
}

/** Aborts after `ms`, or when the caller has gone; until it is disposed of. */
function waitFor(
  response: Response,
  ms: number,
  clock: Clock,
): Disposable & { readonly signal: AbortSignal } {
  const over = new AbortController();
  const stop = (): void => {
    over.abort();
  };
  response.once('close', stop);
  // The sleep ends early only because the wait is over already.
  clock.sleep(ms, over.signal).then(stop, stop);
  return { signal: over.signal, [Symbol.dispose]: stop };
}

/** What the body parser refuses is the caller's fault. */
const unreadable: ErrorRequestHandler = (error: unknown, _request, _response, next) => {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  const isCallers = typeof status === 'number' && status >= 400 && status < 500;
  next(isCallers ? new Problem(status, 'The body cannot be read.', { cause: error }) : error);
};
