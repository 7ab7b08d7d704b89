import { KINDS } from '../kit/kinds.ts';
import { sideJourney } from '../kit/journey.ts';
import { followObject } from '../kit/object-journey.ts';
import type { Stage } from '../kit/stage.ts';

/** SLAs, failover and A/B tests, from the form to Kubernetes and back. */
export function reliabilityJourneys(stage: Stage): void {
  sideJourney(stage, 'makes, changes and deletes an SLA', async (scene) => {
    await followObject(scene, {
      kind: KINDS.slaDefinition,
      create: {
        Name: 'Fast enough',
        Provider: { choose: /simulated/ },
        Models: 'sim-*',
        'Latency, 95th percentile': 3000,
      },
      created: { displayName: 'Fast enough', modelPattern: 'sim-*', targetP95Ms: 3000 },
      edit: { 'Latency, 95th percentile': 2500 },
      edited: { displayName: 'Fast enough', targetP95Ms: 2500 },
    });
  });

  sideJourney(stage, 'makes, changes and deletes a failover rule', async (scene) => {
    await followObject(scene, {
      kind: KINDS.failoverRule,
      create: {
        Name: 'Small for large',
        'Source model': 'sim-large',
        'Target model': 'sim-small',
        'Trigger condition': 'error_rate > 0.5',
      },
      created: { displayName: 'Small for large', triggerCondition: 'error_rate > 0.5' },
      edit: { Cooldown: 10 },
      edited: { displayName: 'Small for large', cooldownMinutes: 10 },
    });
  });

  sideJourney(stage, 'makes, changes and deletes an A/B test', async (scene) => {
    await followObject(scene, {
      kind: KINDS.abTest,
      create: {
        Name: 'Small in place of large',
        'Base model': 'sim-large',
        'Variant model': 'sim-small',
        'Share of the traffic': 10,
      },
      created: { displayName: 'Small in place of large', trafficSplitPercent: 10 },
      edit: { Description: 'Is the small one enough?' },
      edited: { displayName: 'Small in place of large', description: 'Is the small one enough?' },
    });
  });
}
