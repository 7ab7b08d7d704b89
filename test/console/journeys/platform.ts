import { KINDS } from '../kit/kinds.ts';
import { sideJourney } from '../kit/journey.ts';
import { followObject } from '../kit/object-journey.ts';
import type { Stage } from '../kit/stage.ts';

/** What a platform's administrator makes first, from the form to Kubernetes and back. */
export function platformJourneys(stage: Stage): void {
  sideJourney(stage, 'makes, changes and deletes a team', async (scene) => {
    await followObject(scene, {
      kind: KINDS.team,
      create: {
        Name: 'Night owls',
        Description: 'Works late',
        'Maximum budget': 250,
        'Budget period': { choose: /month/i },
        'Allowed models': ['sim-small', 'sim-large'],
      },
      created: {
        displayName: 'Night owls',
        description: 'Works late',
        maxBudget: 250,
        budgetDuration: 'month',
        allowedModels: ['sim-small', 'sim-large'],
      },
      edit: { 'Maximum budget': 300, 'Requests per minute': 60 },
      edited: { displayName: 'Night owls', maxBudget: 300, rpmLimit: 60 },
    });
  });

  sideJourney(stage, 'makes, changes and deletes a provider', async (scene) => {
    await followObject(scene, {
      kind: KINDS.provider,
      create: {
        Name: 'Own servers',
        Type: { choose: /openai compatible/i },
        'Base URL': 'https://llm.example.com/v1',
        'API key': 'sk-of-a-test-1234567890',
      },
      created: { displayName: 'Own servers', baseUrl: 'https://llm.example.com/v1' },
      edit: { 'Retries at most': 1 },
      edited: { displayName: 'Own servers', maxRetries: 1 },
    });
  });

  sideJourney(stage, 'makes, changes and deletes a model', async (scene) => {
    await followObject(scene, {
      kind: KINDS.model,
      title: 'night-model',
      create: {
        ID: 'night-model',
        Provider: { choose: /sim/ },
        'Context window': 8000,
        'Input price per million tokens': 1.5,
        'Output price per million tokens': 6,
        Aliases: ['night'],
      },
      created: { contextWindow: 8000, aliases: ['night'] },
      edit: { 'Output price per million tokens': 5 },
      edited: { contextWindow: 8000, outputPricePerMillion: 5 },
    });
  });

  sideJourney(stage, 'makes, changes and deletes a budget', async (scene) => {
    await followObject(scene, {
      kind: KINDS.budget,
      create: {
        Name: 'Everything, a day',
        'What it limits': { choose: /global/i },
        Limit: 40,
        Period: { choose: '1 day' },
      },
      created: { displayName: 'Everything, a day', limitUsd: 40, window: '1d' },
      edit: { Limit: 45 },
      edited: { displayName: 'Everything, a day', limitUsd: 45 },
    });
  });

  sideJourney(stage, 'makes, changes and deletes a routing policy', async (scene) => {
    await followObject(scene, {
      kind: KINDS.routingPolicy,
      create: {
        Name: 'Nights on the small model',
        Priority: 7,
        Condition: 'team == night-owls',
        Action: { choose: /prefer/i },
        'Target models': ['sim-small'],
      },
      created: {
        displayName: 'Nights on the small model',
        priority: 7,
        condition: 'team == night-owls',
        action: 'prefer',
      },
      edit: { Priority: 8 },
      edited: { displayName: 'Nights on the small model', priority: 8 },
    });
  });

  sideJourney(stage, 'makes, changes and deletes an organization', async (scene) => {
    await followObject(scene, {
      kind: KINDS.organization,
      create: { Name: 'Northern works', 'Short name': 'northern', 'Maximum budget': 900 },
      created: { displayName: 'Northern works', maxBudget: 900 },
      edit: { Description: 'In the north' },
      edited: { displayName: 'Northern works', description: 'In the north' },
    });
  });
}
