import { until } from '@aicp/common/kubernetes/testing/manual-clock';
import { describe, expect, it } from 'vitest';
import { storedStatus } from '../control/status.ts';
import { two, works } from '../testing/cluster.ts';
import { spendReport, usd } from '../testing/spend-reports.ts';

describe('what is spent', () => {
  it('is told in the status, whichever operator it was reported to', async () => {
    const { cluster, first, second, replicas } = await two();
    cluster.put('Organization', 'acme', {});
    const team = cluster.put('Team', 'ml', { organizationId: 'acme' });
    const budget = cluster.replica('budget-0', second.url, { service: 'budget' });
    const said = () => storedStatus(cluster.get('Team', 'ml')?.['status']).spend;
    const report = (lag: number) => {
      const { uid = '' } = team.metadata;
      const more = { kind: 'Team' as const, name: 'ml', uid, limit: null, spent: usd(2) };
      budget.spend = spendReport([more], { at: new Date().toISOString(), lag_seconds: lag });
    };
    report(90);
    await works(cluster, 'news', ...replicas);
    // A team that was looked at just before the report is looked at again after ten seconds.
    await until('it is told', () => said()?.spentUsd === '2', 20_000);
    await cluster.untilCondition(
      'ControlPlane',
      'default',
      'UsageDelivered',
      'False DeliveryBehind: the oldest fact that a gateway has not delivered has waited for 90 s',
    );
    expect(cluster.events()).toContain('Warning DeliveryBehind ControlPlane/default');

    await first.stop();
    cluster.ready('gateway-0', false);
    await works(cluster, 'more', replicas[1]);
    expect(said()?.spentUsd).toBe('2');
    report(0);
    await works(cluster, 'even-more', replicas[1]);
    await cluster.untilCondition('ControlPlane', 'default', 'UsageDelivered', 'True Delivered');
    expect(said()?.spentUsd).toBe('2');
  });

  it('is not known of a budget before anybody adds it up, and its limit is told all the same', async () => {
    const { cluster } = await two();
    cluster.put('Organization', 'acme', {});
    const limit = { entityType: 'organization', entityId: 'acme', monthlyLimit: 10 };
    cluster.put('Budget', 'all', limit);
    await cluster.untilCondition('Budget', 'all', 'Exceeded', 'Unknown NotInstalled');
    expect(storedStatus(cluster.get('Budget', 'all')?.['status']).spend).toEqual({
      limitUsd: '10',
    });
  });

  it('may be more than a budget holds, by the limits of those below it', async () => {
    const { cluster } = await two();
    cluster.put('Organization', 'acme', { maxBudget: 5 });
    cluster.put('Team', 'ml', { organizationId: 'acme', maxBudget: 8 });
    cluster.put('APIKey', 'k', { keyHash: 'a'.repeat(64), teamId: 'ml', maxBudget: '9.5' });
    const limit = { entityType: 'organization', entityId: 'acme', monthlyLimit: 8 };
    cluster.put('Budget', 'all', limit);
    const fits = 'False LimitsFit';
    const exceeds = 'True LimitsExceed: by their own limits, 1 key may spend $9.50 together';
    await cluster.untilCondition('Budget', 'all', 'Overcommitted', exceeds);
    await cluster.remove('APIKey', 'k');
    await cluster.untilCondition('Budget', 'all', 'Overcommitted', fits);
  });

  it('is told to an organization of its own alone, and anew when a Budget is gone', async () => {
    const { cluster } = await two();
    const budget = (name: string, organizationId: string, usd: number, entityId?: string) =>
      cluster.put('Budget', name, {
        organizationId,
        entityType: entityId === undefined ? 'organization' : 'team',
        entityId: entityId ?? organizationId,
        monthlyLimit: usd,
      });
    for (const name of ['acme', 'eve']) cluster.put('Organization', name, {});
    cluster.put('Team', 'ml', { organizationId: 'acme', maxBudget: 9 });
    cluster.put('APIKey', 'k', { keyHash: 'a'.repeat(64), teamId: 'ml', maxBudget: 7 });
    budget('all', 'acme', 8);
    budget('foreign', 'eve', 1, 'ml');
    const exceeds = 'True LimitsExceed: by their own limits, 1 team may spend $9 together';
    await cluster.untilCondition('Budget', 'all', 'Overcommitted', exceeds);
    await cluster.untilCondition('Budget', 'foreign', 'Accepted', 'False ReferenceNotFound');
    await cluster.untilCondition('Budget', 'foreign', 'Overcommitted', 'False LimitsFit');
    budget('own', 'acme', 6, 'ml');
    await cluster.untilCondition('Budget', 'all', 'Overcommitted', 'False LimitsFit');
    await cluster.remove('Budget', 'own');
    await cluster.untilCondition('Budget', 'all', 'Overcommitted', exceeds);
  });
});
