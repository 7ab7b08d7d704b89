import { AuditChain } from '@aicp/api-kit/audit/audit-chain';
import type { AuditDraft } from '@aicp/api-kit/audit/audit-entry';
import { testEngines } from '@aicp/common/database/testing/engines';
import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import { expect, describe, it } from 'vitest';
import { startAdminDatabase } from '../audit/testing/audit-database.ts';
import { somebody } from '../resources/testing/resource-fixture.ts';
import type { FactChange } from './change.ts';
import { FactPoll } from './fact-poll.ts';

const draftOf = (more: Partial<AuditDraft>): AuditDraft => ({
  ...{ organization_id: 'acme', organization_uid: 'uid-acme', user_id: 'ada', key_id: null },
  ...{ action: 'create', resource_type: 'access_request', resource_id: '1', changes: null },
  ...{ source: 'api', ip: null, request_id: null },
  ...more,
});

describe.each(testEngines())('changes of facts on $name', (engine) => {
  it('are told by the audit log, from when somebody listens, to whoever reads the list', async () => {
    const { database, stop } = await startAdminDatabase(engine);
    const clock = new ManualClock(Date.UTC(2026, 10, 25));
    const chain = new AuditChain({ database, clock });
    await chain.prepareMonths();
    await chain.record([draftOf({ resource_id: 'before' })]);
    const told: FactChange[] = [];
    let isWanted = true;
    const poll = new FactPoll({
      ...{ database, clock, log: recordingLog().log, isWanted: () => isWanted },
      tell: (change) => told.push(change),
    });
    poll.begin();
    await expect.poll(() => clock.sleeping).toBe(1);
    const after = { team_id: 'research', requested_by: 'eve', user_id: null, key_id: null };
    await chain.record([
      draftOf({ changes: { before: null, after } }),
      draftOf({ resource_type: 'team' }),
      draftOf({ resource_type: 'chargeback_report', action: 'delete', resource_id: '2' }),
      draftOf({ resource_type: 'sla_violation', action: 'acknowledge', organization_id: null }),
    ]);
    await clock.advance(1_000);
    await expect.poll(() => told.length).toBe(3);
    expect(told.map(({ type, collection, id }) => [type, collection, id])).toEqual([
      ['created', '/api/v1/model-access/requests', '1'],
      ['deleted', '/api/v1/chargeback/reports', '2'],
      ['updated', '/api/v1/sla/violations', '1'],
    ]);
    const own = { organizationUid: 'uid-acme' };
    const readersOf = (change: FactChange | undefined): string[] =>
      Object.entries({
        platform: somebody('platform_admin'),
        admin: somebody('org_admin', own),
        finance: somebody('finance', own),
        lead: somebody('team_admin', { ...own, teamIds: ['research'] }),
        otherLead: somebody('team_admin', { ...own, teamIds: ['other'] }),
        eve: somebody('member', { ...own, subject: 'eve' }),
        mallory: somebody('member', { ...own, subject: 'mallory' }),
        before: somebody('org_admin', { organizationUid: 'uid-of-before' }),
        globex: somebody('org_admin', { organizationId: 'globex', ...own }),
      }).flatMap(([name, reader]) => (change?.isFor(reader) ? [name] : []));
    expect(readersOf(told[0])).toEqual(['platform', 'admin', 'lead', 'eve']);
    expect(readersOf(told[1])).toEqual(['platform', 'admin', 'finance']);
    expect(readersOf(told[2])).toEqual(['platform']);
    isWanted = false;
    await expect.poll(() => clock.sleeping).toBe(1);
    await clock.advance(1_000);
    await expect.poll(() => clock.sleeping).toBe(0);
    await chain.record([draftOf({ resource_id: 'meanwhile' })]);
    isWanted = true;
    poll.begin();
    await expect.poll(() => told.at(-1)?.id).toBe('meanwhile');
    await poll.stop();
    await stop();
  });
});
