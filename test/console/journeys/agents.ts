import { KINDS } from '../kit/kinds.ts';
import { sideJourney } from '../kit/journey.ts';
import { followObject } from '../kit/object-journey.ts';
import type { Stage } from '../kit/stage.ts';

/** Servers, agents and guardrails, from the form to Kubernetes and back. */
export function agentJourneys(stage: Stage): void {
  sideJourney(stage, 'makes, changes and deletes an MCP server', async (scene) => {
    await followObject(scene, {
      kind: KINDS.mcpServer,
      create: {
        Name: 'Searcher',
        'Server type': { choose: /streamable http/i },
        URL: 'https://mcp.example.com/search',
      },
      created: { displayName: 'Searcher', url: 'https://mcp.example.com/search' },
      edit: { Description: 'Finds things' },
      edited: { displayName: 'Searcher', description: 'Finds things' },
    });
  });

  sideJourney(stage, 'makes, changes and deletes an agent', async (scene) => {
    await followObject(scene, {
      kind: KINDS.agent,
      create: { Name: 'Planner', URL: 'https://agents.example.com/planner' },
      created: { displayName: 'Planner', url: 'https://agents.example.com/planner' },
      edit: { Skills: ['planning'] },
      edited: { displayName: 'Planner', skills: ['planning'] },
    });
  });

  sideJourney(stage, 'makes, changes and deletes a guardrail', async (scene) => {
    await followObject(scene, {
      kind: KINDS.guardrail,
      create: { Name: 'No personal data', 'Find personal data': true },
      created: { displayName: 'No personal data', enablePiiDetection: true },
      edit: { 'Words that are refused': ['bluebird'] },
      edited: { displayName: 'No personal data', blockedKeywords: ['bluebird'] },
    });
  });

  sideJourney(stage, 'makes, changes and deletes a detector', async (scene) => {
    await followObject(scene, {
      kind: KINDS.detector,
      create: {
        Name: 'Passport numbers',
        'Detector type': { choose: /regular expression/i },
        Patterns: {
          add: { Pattern: '[0-9]{9}', Label: 'Passport', Action: { choose: /redact/i } },
        },
      },
      created: {
        ...{ displayName: 'Passport numbers', detectorType: 'regex' },
        config: { patterns: [{ pattern: '[0-9]{9}', label: 'Passport', action: 'redact' }] },
      },
      edit: { Description: 'Nine digits after a letter' },
      edited: { displayName: 'Passport numbers', description: 'Nine digits after a letter' },
    });
  });

  sideJourney(stage, 'makes, changes and deletes a workflow', async (scene) => {
    await followObject(scene, {
      kind: KINDS.workflowTemplate,
      create: {
        ...{ Name: 'Look it up', Type: 'look-up' },
        Steps: { add: { ID: 'review', Type: { choose: /approval/i } } },
      },
      created: { displayName: 'Look it up', type: 'look-up' },
      edit: { Description: 'Searches, then sums up' },
      edited: { displayName: 'Look it up', description: 'Searches, then sums up' },
    });
  });
}
