import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AdminClient } from '../admin/clients.ts';
import { until } from '../kubernetes/control-plane/until.ts';
import { Installation, Parts } from './installation.ts';

/** On a machine that is busy with other things. */
const START_MS = 120_000;
const WRITERS = 4;
/** Of each writer: `make prove` has them write 250 times. */
const WRITES = Number(process.env['AICP_AUDIT_WRITES'] ?? 25);

interface Entry {
  readonly action: string;
  readonly resource_id: string;
  readonly user_id: string | null;
}

let installation: Installation;
let parts: Parts;

beforeEach(async () => {
  installation = await Installation.prepare();
  parts = new Parts(installation);
  parts.start('control');
  await until(canSignIn, { what: 'the administrator can sign in', timeoutMs: START_MS });
}, START_MS + 30_000);
afterEach(async () => {
  await parts.killAll();
  rmSync(installation.directory, { recursive: true, force: true });
});

async function signedIn(key: string): Promise<AdminClient | undefined> {
  const client = new AdminClient(installation.adminUrl);
  const readiness = await orNothing(client.get('/ready'));
  if (readiness?.status !== 200) return undefined;
  const status = await orNothing(client.login(key));
  return status === 200 ? client : undefined;
}

/** Its key is in a file that the first start makes. */
const signedInAsAdministrator = async (): Promise<AdminClient | undefined> =>
  await signedIn(installation.key);

const canSignIn = async (): Promise<boolean> => {
  const client = await orNothing(signedInAsAdministrator());
  return client !== undefined;
};

/** What may be away answers nothing. */
async function orNothing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch {
    return undefined;
  }
}

it('has one entry, of the right author, of every write that was made, when it is killed again and again', async () => {
  const admin = (await signedIn(installation.key))!;
  const authors: { name: string; key: string }[] = [];
  for (let n = 0; n < WRITERS; n += 1) {
    const body = { name: `writer-${n}`, role: 'platform_admin' };
    const made = await admin.post<{ id: string; key: string }>('/api/v1/api-keys', body);
    expect(made.status).toBe(201);
    authors.push({ name: made.body.id, key: made.body.key });
  }
  const answered = new Map<string, string>();
  let asked = 0;
  const writing = authors.map(async ({ name, key }) => {
    let client: AdminClient | undefined;
    for (let n = 0; n < WRITES; n += 1) {
      const id = `${name}-team-${n}`;
      asked += 1;
      // Whoever is not answered does not know, and goes on with the next.
      const answer = await orNothing(client?.post('/api/v1/teams', { name: id }) ?? reject());
      if (answer?.status === 201) answered.set(id, name);
      else
        await until(async () => (client = await signedIn(key)) !== undefined, {
          what: 'it is back',
          timeoutMs: START_MS,
        });
    }
  });
  for (const share of [0.25, 0.6]) {
    const mark = share * WRITERS * WRITES;
    await until(() => asked >= mark, {
      what: `${mark} writes were asked for`,
      timeoutMs: 4 * START_MS,
    });
    await parts.kill('control');
    parts.start('control');
  }
  await Promise.all(writing);
  // What was under way when it was killed was not answered.
  expect(answered.size).toBeGreaterThan(WRITERS * WRITES * 0.8);

  const again = (await signedIn(installation.key))!;
  const teams = await all<{ id: string; name: string }>(again, '/api/v1/teams?limit=500');
  const made = teams.filter(({ id }) => id.includes('-team-'));
  // What was answered is there, and nothing is there by half.
  expect([...answered.keys()].filter((id) => !made.some((team) => team.id === id))).toEqual([]);
  expect(made.filter(({ id, name }) => id !== name)).toEqual([]);

  const created = '/api/v1/audit-logs?resource_type=team&action=create&limit=500';
  const entries = async () =>
    (await all<Entry>(again, created)).filter(({ resource_id: id }) => id.includes('-team-'));
  await until(async () => (await entries()).length >= made.length, {
    what: 'the operator has told',
    timeoutMs: START_MS,
  });
  const found = await entries();
  expect(found.map(({ resource_id }) => resource_id).sort()).toEqual(
    made.map(({ id }) => id).sort(),
  );
  expect(found.filter((one) => one.user_id !== one.resource_id.split('-team-')[0])).toEqual([]);
  const { body } = await again.get('/api/v1/audit-logs/verify');
  expect(body).toMatchObject({ valid: true, broken: null });
}, 900_000);

const reject = (): Promise<never> => Promise.reject(new Error('nobody is signed in'));

/** Every page of a list. */
async function all<T>(client: AdminClient, path: string): Promise<T[]> {
  const found: T[] = [];
  let next: string | undefined = path;
  while (next !== undefined) {
    const { body, headers }: { body: T[]; headers: Headers } = await client.get<T[]>(next);
    found.push(...body);
    next = /<(.*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
  return found;
}
