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
}
