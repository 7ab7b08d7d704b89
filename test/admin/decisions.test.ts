import { openDatabase, shareable } from '@aicp/common/database/open-database';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { systemClock } from '@aicp/common/time/clock';
import { LEDGER_DATABASE } from '@aicp/ledger/database/open-ledger-reader';
import type { LedgerDatabase, LedgerTables } from '@aicp/ledger/database/tables';
import { LedgerWriter } from '@aicp/ledger/ingest/ledger-writer';
import { batchOf, decisionOf } from '@aicp/ledger/testing/records';
import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import type { DecisionRecord } from '@aicp/contracts/decision/decision-record';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AdminInstallation } from './admin-installation.ts';
import type { AdminClient } from './clients.ts';

const PATH = '/api/v1/decisions';
const HOUR_MS = 3_600_000;

describe('decisions', () => {
  let aicp: AdminInstallation;
  let ledger: LedgerDatabase;
  let directory: string;
  let records: Record<string, DecisionRecord>;
  const people: Record<string, AdminClient> = {};

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'aicp-decisions-'));
    const parts = { clock: systemClock, log: recordingLog().log };
    const database = shareable({ directory: join(directory, 'database') }, parts);
    aicp = await AdminInstallation.start({ database });
    for (const name of ['acme', 'globex']) await aicp.put('Organization', name, {});
    for (const name of ['ml', 'web']) await aicp.put('Team', name, { organizationId: 'acme' });
    people['platform'] = await aicp.signIn();
    people['acme'] = (await aicp.somebody('org_admin', { organizationId: 'acme' })).client;
    people['viewer'] = (await aicp.somebody('viewer', { organizationId: 'acme' })).client;
    people['globex'] = (await aicp.somebody('org_admin', { organizationId: 'globex' })).client;
    people['web'] = (await aicp.somebody('team_admin', { teamId: 'web' })).client;
    const member = await aicp.somebody('member', { teamId: 'ml' });
    people['member'] = member.client;
    const loner = await aicp.somebody('member', {});
    people['loner'] = loner.client;
    people['nobodys'] = (await aicp.somebody('org_admin', {})).client;
    ledger = await openDatabase<LedgerTables>({
      ...parts,
      ...LEDGER_DATABASE,
      location: database,
      random: Math.random,
    });
    await ledger.migrated();
    // A little later than everybody's beginning, which Kubernetes notes by the second.
    const now = Date.now() + 60_000;
    const decided = (
      attributes: Record<string, string>,
      { ago = 0, ...changes }: Partial<DecisionRecord> & { ago?: number } = {},
    ) => {
      const at = now - ago;
      return decisionOf({ id: uuidV7(at), at: new Date(at).toISOString(), attributes, ...changes });
    };
    const acme = { organization: 'acme' };
    records = {
      // Before there was this acme.
      former: decided({ ...acme, team: 'ml', key: member.name }, { ago: 2 * HOUR_MS }),
      own: decided({ ...acme, team: 'ml', key: member.name }, { ago: 5, request_id: 'same' }),
      web: decided({ ...acme, team: 'web', key: 'k2' }, { ago: 4, result: 'deny', model: null }),
      // Names that others have too.
      theirs: decided(
        { organization: 'globex', team: 'web', key: member.name },
        { ago: 3, request_id: 'same', steps: [] },
      ),
      loner: decided({ key: loner.name }, { ago: 2 }),
      unknown: decided({}, { ago: 1 }),
    };
    const writer = new LedgerWriter({ database: ledger, clock: systemClock });
    await writer.ingest(batchOf({ decisions: Object.values(records) }));
  }, 90_000);
  afterAll(async () => {
    await aicp[Symbol.asyncDispose]();
    await ledger.close();
    await rm(directory, { recursive: true, force: true });
  });

  const ask = async (who: string, path: string) =>
    await people[who]!.call<DecisionRecord[]>('GET', path);
  const found = async (who: string, query = '') => {
    const { status, body } = await ask(who, `${PATH}?${query}`);
    return status === 200 ? body.map(nameOf) : status;
  };
  const nameOf = ({ id }: DecisionRecord) =>
    Object.keys(records).find((name) => records[name]!.id === id);

  /** What everybody may see, the newest first. */
  const SEEN: Record<string, readonly string[]> = {
    platform: ['unknown', 'loner', 'theirs', 'web', 'own', 'former'],
    acme: ['web', 'own'],
    viewer: ['web', 'own'],
    globex: ['theirs'],
    web: ['web'],
    member: ['own'],
    loner: ['loner'],
  };

  it('are told to each as far as they may know', async () => {
    for (const [who, expected] of Object.entries(SEEN)) {
      expect(await found(who), who).toEqual(expected);
    }
    expect(await found('nobodys')).toBe(403);
  });

  it('cannot be had by id where they are none of the list', async () => {
    for (const [who, seen] of Object.entries(SEEN)) {
      for (const [name, { id }] of Object.entries(records)) {
        const { status } = await ask(who, `${PATH}/${id}`);
        expect(status, `${who} ${name}`).toBe(seen.includes(name) ? 200 : 404);
      }
    }
    const foreign = await ask('globex', `${PATH}/${records['own']!.id}`);
    const none = await ask('globex', `${PATH}/${uuidV7(Date.now())}`);
    expect(foreign.body).toMatchObject({ detail: (none.body as unknown as Problem).detail });
  });

  it('are found by the id of their request, each by whose it is', async () => {
    expect((await ask('acme', `${PATH}/same`)).body).toEqual(records['own']);
    expect((await ask('globex', `${PATH}/same`)).body).toEqual(records['theirs']);
    expect((await ask('web', `${PATH}/same`)).status).toBe(404);
  });

  it('are narrowed, and never widened, by what is asked for', async () => {
    expect(await found('acme', 'result=deny')).toEqual(['web']);
    expect(await found('acme', 'policy=p1&key=k2')).toEqual(['web']);
    expect(await found('acme', 'model=nobody')).toEqual([]);
    expect(await found('platform', 'policy=p1')).not.toContain('theirs');
    expect(await found('web', `key=${String(records['own']!.attributes['key'])}`)).toEqual([]);
    expect(await found('acme', 'since=2020-01-01')).toEqual(SEEN['acme']);
    expect(await found('acme', `since=${records['web']!.at}`)).toEqual(['web']);
    for (const since of ['0000-01-01', '9999-12-31T23:59:59-12:00']) {
      expect(await found('globex', `since=${since}`)).toEqual(since < '1' ? ['theirs'] : []);
    }
  });

  it('come page by page, and say how many there are', async () => {
    const names: unknown[] = [];
    let path: string | undefined = `${PATH}?limit=2`;
    while (path !== undefined) {
      const { body, headers }: Awaited<ReturnType<typeof ask>> = await ask('platform', path);
      expect(headers.get('x-total-count')).toBe(String(Object.keys(records).length));
      names.push(...body.map(nameOf));
      path = /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1];
    }
    expect(names).toEqual(SEEN['platform']);
  });

  it('are not asked for in a way that nobody understands', async () => {
    const wrong = ['cursor=x', `cursor=${btoa('99:x')}`, 'result=maybe', 'since=now', 'team=ml'];
    for (const query of [...wrong, 'limit=501']) expect(await found('acme', query)).toBe(422);
  });
});

interface Problem {
  readonly detail: string;
}
