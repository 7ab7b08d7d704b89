import { KINDS } from '../kit/kinds.ts';
import { sideJourney } from '../kit/journey.ts';
import { followObject } from '../kit/object-journey.ts';
import type { Stage } from '../kit/stage.ts';

/** Prompts, limits, tiers and the rules of cost, from the form to Kubernetes and back. */
export function governanceJourneys(stage: Stage): void {
  sideJourney(stage, 'makes, changes and deletes a prompt', async (scene) => {
    await followObject(scene, {
      kind: KINDS.promptTemplate,
      create: {
        Name: 'Short summary',
        'Short name': 'short-summary',
        'Template text': 'Sum up: {{text}}',
      },
      created: { displayName: 'Short summary', templateText: 'Sum up: {{text}}' },
      edit: { Category: 'Reading' },
      edited: { displayName: 'Short summary', category: 'Reading' },
    });
  });

  sideJourney(stage, 'makes, changes and deletes a rate limit', async (scene) => {
    await followObject(scene, {
      kind: KINDS.rateLimitPolicy,
      create: { Name: 'Each user', Scope: { choose: /user/i }, 'Requests per minute': 500 },
      created: { displayName: 'Each user', scope: 'user', rpmLimit: 500 },
      edit: { 'Tokens per minute': 90_000 },
      edited: { displayName: 'Each user', rpmLimit: 500, tpmLimit: 90_000 },
    });
  });

  sideJourney(stage, 'makes, changes and deletes an access tier', async (scene) => {
    await followObject(scene, {
      kind: KINDS.accessTier,
      create: { Name: 'Large ones', Models: ['sim-large'], 'Requires approval': true },
      created: { displayName: 'Large ones', models: ['sim-large'], requiresApproval: true },
      edit: { 'Longest grant': 30 },
      edited: { displayName: 'Large ones', maxGrantDurationDays: 30 },
    });
  });

  sideJourney(stage, 'makes, changes and deletes an allocation rule', async (scene) => {
    await followObject(scene, {
      kind: KINDS.costAllocationRule,
      create: {
        Name: 'To research',
        'Allocation type': { choose: /cost center/i },
        'Allocation target': 'CC-4711',
      },
      created: { displayName: 'To research', allocationTarget: 'CC-4711' },
      edit: { Share: 50 },
      edited: { displayName: 'To research', allocationPercent: 50 },
    });
  });

  sideJourney(stage, 'makes, changes and deletes a price catalog', async (scene) => {
    await followObject(scene, {
      kind: KINDS.priceCatalog,
      create: {
        Name: 'Contract of a year',
        Priority: 3,
      },
      created: { displayName: 'Contract of a year', priority: 3 },
      edit: { Priority: 4 },
      edited: { displayName: 'Contract of a year', priority: 4 },
    });
  });

  sideJourney(stage, 'makes, changes and deletes a deprecation', async (scene) => {
    await followObject(scene, {
      kind: KINDS.modelDeprecation,
      title: 'sim-large',
      create: {
        'Model name': 'sim-large',
        'Replacement model': 'sim-small',
        'Sunset date': '2099-06-30',
      },
      created: { modelName: 'sim-large', replacementModel: 'sim-small' },
      edit: { Message: 'Use the small one' },
      edited: { modelName: 'sim-large', message: 'Use the small one' },
    });
  });
}
