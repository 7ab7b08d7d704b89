import { agent } from '@aicp/crds/agent';
import { FakeKubernetes } from '@aicp/common/kubernetes/testing/fake-kubernetes';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { addressGuard, PUBLIC_ONLY } from '@aicp/common/http/address-guard';
import type { Principal } from '@aicp/api-kit/access/principal';
import { afterEach, beforeEach, expect, describe, it } from 'vitest';
import {
  contextOf,
  problem,
  resourceFixture,
  somebody,
  type ResourceFixture,
} from '../../resources/testing/resource-fixture.ts';
import { agentRoutes } from './routes.ts';

/** Refuses the address of the agents: who is let in is told that there is no card. */
const NOWHERE = addressGuard(PUBLIC_ONLY);

describe('the card of an agent that names teams and keys', () => {
  let aicp: ResourceFixture;
  beforeEach(async () => {
    aicp = await resourceFixture();
    const spec = { organizationId: 'acme', url: 'http://127.0.0.1:1' };
    await aicp.put('Agent', 'open', spec);
    const allowed = { allowedTeams: ['alpha'], allowedKeys: ['ci'] };
    await aicp.put('Agent', 'closed', { ...spec, ...allowed });
  });
  afterEach(async () => {
    await aicp[Symbol.asyncDispose]();
  });

  const ask = async (id: string, principal: Principal) => {
    const route = agentRoutes({
      ...{ service: aicp.services(agent), api: new FakeKubernetes(), namespace: 'aicp' },
      ...{ guards: { platform: NOWHERE, tenants: NOWHERE }, clock: new ManualClock(0) },
    }).find(({ operationId }) => operationId === 'getAgentCard');
    const asked = Promise.resolve(route?.handler(contextOf(principal, { params: { id } })));
    return (await problem(asked))['status'];
  };

  it('is asked for by members of the teams, by the keys, and by who may write it', async () => {
    for (const principal of [
      somebody('platform_admin'),
      somebody('org_admin'),
      somebody('member', { teamIds: ['beta', 'alpha'] }),
      somebody('member', { keyName: 'ci' }),
    ]) {
      expect(await ask('closed', principal)).toBe(502);
    }
    expect(await ask('open', somebody('member', { teamIds: ['beta'] }))).toBe(502);
  });

  it('is not there for others', async () => {
    for (const principal of [
      somebody('member', { teamIds: ['beta'], keyName: 'other' }),
      somebody('team_admin', { teamIds: ['beta'] }),
      somebody('org_admin', { organizationId: 'rival' }),
      // A person is no key, whatever the name.
      somebody('member', { subject: 'ci' }),
    ]) {
      expect(await ask('closed', principal)).toBe(404);
    }
  });
});
