import { until } from '@aicp/common/kubernetes/testing/manual-clock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asPerson } from '../testing/as-person.ts';
import { EngineFixture } from '../testing/engine-fixture.ts';
import {
  keyOf,
  organizationOf,
  sectionsOf,
  signedOnOrganization,
  step,
  templateOf,
} from '../testing/fragments.ts';

const PATH = '/api/v1/executions';
const TEMPLATES = [templateOf('review', [step('check', 'approval', { title: 'Is it right?' })])];

const as = (key: string) => ({ authorization: `Bearer sk-${key}` });

/** A person of acme, for whom the admin service asks. */
const eve = (role: 'member' | 'org_admin') => asPerson('eve', role);

const teamOf = (id: string, uid: string) => ({
  ...{ source: { kind: 'Team', name: id, uid, generation: 1 }, id, organization: 'acme' },
  members: [],
});

/** The keys of acme that bear these names; those of another generation are other objects. */
const keysOf = (generation: string, organizationUid: string) =>
  ['boss', 'lead', 'peer'].map((id) => {
    const key = keyOf(`${id}-${generation}`, {
      ...(id === 'boss' ? { role: 'org_admin' } : { role: 'team_admin', team: 'search' }),
      boundTo: { organization: 'acme', organizationUid },
    });
    return key;
  });

const root = keyOf('root', { role: 'platform_admin', organization: undefined });
const first = signedOnOrganization('acme', 'eve', 'member');

const sections = (acme: typeof first, generation: string, teamUid: string) => ({
  ...sectionsOf(TEMPLATES, [root, ...keysOf(generation, acme.source.uid)]),
  organizations: [acme, organizationOf('other')],
  teams: [teamOf('search', teamUid)],
});

describe('executions of an organization', () => {
  let engine: EngineFixture;

  beforeAll(async () => {
    engine = await EngineFixture.start({ sections: sections(first, 'old', 'team-1') });
  });
  afterAll(async () => {
    await engine[Symbol.asyncDispose]();
  });

  const seen = async (headers: Record<string, string>) => {
    const { body } = await engine.get(PATH, headers);
    return (body as unknown as { id: string }[]).map(({ id }) => id);
  };
  /** Resolves when the engine knows a key. */
  const knows = async (key: string) => {
    await until(
      'the snapshot is in use',
      async () => (await engine.get(PATH, as(key))).status === 200,
    );
  };

  it('are not those of another one, or another team, that takes its name', async () => {
    const once = { ...eve('member'), 'idempotency-key': 'once' };
    const eves = await engine.begin('review', {}, once);
    const leads = await engine.begin('review', {}, as('lead-old'));
    await engine.reached(leads, 'waiting', as('boss-old'));
    expect(await seen(as('boss-old'))).toEqual([leads, eves]);
    expect(await seen(as('peer-old'))).toEqual([leads]);

    engine.push(sections(first, 'mid', 'team-2'));
    await knows('boss-mid');
    expect(await seen(as('boss-mid'))).toEqual([leads, eves]);
    expect(await seen(as('lead-mid'))).toEqual([]);

    const second = { ...first, source: { ...first.source, uid: 'another-acme' } };
    engine.push(sections(second, 'new', 'team-2'));
    await knows('boss-new');
    for (const headers of [as('boss-new'), as('lead-new'), eve('org_admin'), eve('member')]) {
      expect(await seen(headers)).toEqual([]);
    }
    for (const id of [leads, eves]) {
      const signal = { step: 'check', payload: { approved: true } };
      expect((await engine.get(`${PATH}/${id}`, as('boss-new'))).status).toBe(404);
      expect((await engine.get(`${PATH}/${id}/events`, eve('org_admin'))).status).toBe(404);
      for (const verb of ['cancel', 'retry']) {
        expect((await engine.post(`${PATH}/${id}/${verb}`, {}, as('boss-new'))).status).toBe(404);
      }
      expect((await engine.post(`${PATH}/${id}/signal`, signal, as('boss-new'))).status).toBe(404);
    }
    const again = { ...eve('member'), 'idempotency-key': 'once' };
    expect(await engine.begin('review', {}, again)).not.toBe(eves);
    expect((await engine.get(`${PATH}/${eves}`, as('root'))).status).toBe(200);
  });
});
