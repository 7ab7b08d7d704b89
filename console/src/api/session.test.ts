import { expect, it, vi } from 'vitest';
import { Api } from './api.ts';
import { ApiProblem } from './problem.ts';
import { Session } from './session.ts';

const BASE = 'https://host.example/aicp/';

const granted = (token: string, expires_in = 900): Response =>
  Response.json({ access_token: token, expires_in, user: { user_id: 'ann' } });
const refused = (): Response => Response.json({ title: 'No session' }, { status: 401 });

type Answers = Readonly<Record<string, (request: Request) => Response | Promise<Response>>>;

/** A console whose service answers by path. `sent` are the paths that were asked, in order. */
function consoleWith(answers: Answers) {
  const sent: string[] = [];
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const path = request.url.slice(BASE.length);
    sent.push(path);
    return await (answers[path]?.(request) ?? new Response(null, { status: 404 }));
  };
  const session = new Session({
    ...{ baseUrl: BASE, fetch: send, now: () => 0 },
    oneAtATime: (work) => work(),
  });
  return { session, sent, api: new Api({ baseUrl: BASE, session, fetch: send }) };
}

const bearer = (request: Request): string | null => request.headers.get('authorization');

it('asks once for another token, however many requests were refused, and sends them again', async () => {
  const { api, session, sent } = consoleWith({
    'auth/session': () => granted('old'),
    'auth/refresh': () => granted('new'),
    'api/v1/teams': (request) => (bearer(request) === 'Bearer new' ? Response.json([]) : refused()),
  });
  await session.signIn('aicp_key');
  await Promise.all(Array.from({ length: 20 }, () => api.json('/api/v1/teams')));
  expect(sent.filter((path) => path === 'auth/refresh')).toHaveLength(1);
});

it('takes the token that another request has got meanwhile', async () => {
  const { api, session, sent } = consoleWith({
    'auth/session': () => granted('old'),
    'auth/refresh': () => granted('new'),
    'api/v1/teams': (request) => (bearer(request) === 'Bearer new' ? Response.json([]) : refused()),
    'api/v1/slow': async (request) => {
      if (bearer(request) === 'Bearer new') return Response.json([]);
      await api.json('/api/v1/teams');
      return refused();
    },
  });
  await session.signIn('aicp_key');
  await api.json('/api/v1/slow');
  expect(sent.filter((path) => path === 'auth/refresh')).toHaveLength(1);
});

it('says once that the session has ended, however many streams notice, and asks nothing more', async () => {
  const { api, session, sent } = consoleWith({
    'auth/session': () => granted('old'),
    'auth/refresh': refused,
    'api/v1/changes': refused,
  });
  await session.signIn('aicp_key');
  const onChange = vi.fn();
  session.subscribe(onChange);
  const stream = () => api.request('/api/v1/changes').catch((error: unknown) => error);
  const answers = await Promise.all([stream(), stream(), stream(), stream()]);
  expect(answers.every((answer) => answer instanceof ApiProblem && answer.status === 401)).toBe(
    true,
  );
  expect(onChange).toHaveBeenCalledOnce();
  expect(session.state).toMatchObject({ status: 'expired', user: { user_id: 'ann' } });
  const before = sent.length;
  await stream();
  expect(sent).toHaveLength(before);
});

it('goes on with a session that began elsewhere', async () => {
  let isBegun = false;
  const { session } = consoleWith({
    'auth/session': () => granted('old', 0),
    'auth/refresh': () => (isBegun ? granted('new') : refused()),
  });
  await session.signIn('aicp_key');
  await session.accessToken();
  expect(session.state.status).toBe('expired');
  await session.resume();
  expect(session.state.status).toBe('expired');
  isBegun = true;
  await session.resume();
  expect(session.state.status).toBe('signed-in');
});

it('goes on where the service cannot be told that somebody signs out', async () => {
  const { session } = consoleWith({
    'auth/session': () => granted('old'),
    'auth/logout': () => Promise.reject(new TypeError('network')),
  });
  await session.signIn('aicp_key');
  await expect(session.signOut()).rejects.toThrow('does not answer');
  expect(session.state.status).toBe('signed-in');
});

it('signs out where the session has ended already', async () => {
  const { session } = consoleWith({
    'auth/session': () => granted('old'),
    'auth/logout': refused,
  });
  await session.signIn('aicp_key');
  await session.signOut();
  expect(session.state.status).toBe('signed-out');
});

it('keeps the session of whoever signs in while the one before is refused', async () => {
  let refuse: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => (refuse = resolve));
  const { session, sent } = consoleWith({
    'auth/session': () => granted('new'),
    'auth/refresh': async () => {
      await isAsked;
      return refused();
    },
  });
  const resumed = session.resume();
  const signedIn = session.signIn('aicp_key');
  await vi.waitFor(() => expect(sent).toEqual(['auth/refresh']), { timeout: 30_000 });
  refuse();
  await Promise.all([resumed, signedIn]);
  expect(sent).toEqual(['auth/refresh', 'auth/session']);
  expect(session.state.status).toBe('signed-in');
  expect(await session.accessToken()).toBe('new');
});
