import { journey } from '../../kit/journey.ts';
import { KINDS } from '../../kit/kinds.ts';
import { toast } from '../../kit/object-journey.ts';
import type { Stage } from '../../kit/stage.ts';
import { confirmByKeys, inPage } from '../kit/answer.ts';
import { makeByKeys } from '../kit/fill.ts';

/** SLAs, failover and A/B tests without a mouse. */
export function reliabilityByKeys(stage: Stage): void {
  journey(stage, 'promises something and fails over by keys alone', async (scene) => {
    const { cluster } = stage;
    const sla = { displayName: 'SLA by keys', modelPattern: 'sim-*', targetP95Ms: 3000 };
    const rule = { displayName: 'Failover by keys' };
    scene.atEnd(() => cluster.removeWith('sladefinitions', sla));
    scene.atEnd(() => cluster.removeWith('failoverrules', rule));
    const page = await scene.page(KINDS.slaDefinition.page);
    await makeByKeys(page, KINDS.slaDefinition, {
      ...{ Name: 'SLA by keys', Provider: { choose: /simulated/ }, Models: 'sim-*' },
      'Latency, 95th percentile': 3000,
    });
    await cluster.withSpec('sladefinitions', sla);
    const rules = await scene.page(KINDS.failoverRule.page);
    await makeByKeys(rules, KINDS.failoverRule, {
      ...{ Name: 'Failover by keys', 'Source model': 'sim-large', 'Target model': 'sim-small' },
      'Trigger condition': 'error_rate > 0.5',
    });
    await cluster.withSpec('failoverrules', rule);
  });

  journey(stage, 'makes, starts and promotes an A/B test by keys alone', async (scene) => {
    scene.atEnd(() => stage.cluster.removeWith('abtests', { displayName: 'Test by keys' }));
    const page = await scene.page(KINDS.abTest.page);
    await makeByKeys(page, KINDS.abTest, {
      ...{ Name: 'Test by keys', 'Base model': 'sim-large', 'Variant model': 'sim-small' },
      'Share of the traffic': 10,
    });
    await confirmByKeys(page, 'Start');
    await toast(page, 'The test is started.');
    await inPage(page, 'Promote').waitFor();
    await confirmByKeys(page, 'Promote');
    await toast(page, 'The variant is promoted.');
    await page.getByText('Promoted', { exact: true }).first().waitFor();
  });
}
