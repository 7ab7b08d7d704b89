import { uuidV7 } from '@aicp/common/ids/uuid-v7';
import type { DecisionRecord } from '@aicp/contracts/decision/decision-record';
import { decisionOf } from '@aicp/ledger/testing/records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LedgerInstallation } from './ledger-installation.ts';

const PATH = '/api/v1/decisions';
const HOUR_MS = 3_600_000;

describe('decisions', () => {
  let installation: LedgerInstallation;
  let records: Record<string, DecisionRecord>;

  beforeAll(async () => {
    installation = await LedgerInstallation.start();
    const [member, loner] = [installation.person('member'), installation.person('loner')];
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
    await installation.ingest({ decisions: Object.values(records) });
  }, 90_000);
  afterAll(() => installation[Symbol.asyncDispose]());

  const ask = async (who: string, path: string) =>
    await installation.ask<DecisionRecord[]>(who, path);
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
    expect(await found('acme', `until=${records['web']!.at}`)).not.toContain('web');
    expect(await found('acme', 'team_id=web')).toEqual(['web']);
    expect(await found('web', 'team_id=ml')).toEqual([]);
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
