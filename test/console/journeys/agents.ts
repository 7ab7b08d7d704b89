import { KINDS } from '../kit/kinds.ts';
import { sideJourney } from '../kit/journey.ts';
import { followObject } from '../kit/object-journey.ts';
import type { Stage } from '../kit/stage.ts';

/** Servers, agents, guardrails and workflows, from the form to Kubernetes and back. */
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
      create: { Name: 'No personal data', 'Enable PII detection': true },
      created: { displayName: 'No personal data', enablePiiDetection: true },
      edit: { 'Blocked keywords': ['bluebird'] },
      edited: { displayName: 'No personal data', blockedKeywords: ['bluebird'] },
    });
  });

  sideJourney(stage, 'makes, changes and deletes a detector', async (scene) => {
    await followObject(scene, {
      kind: KINDS.detector,
      create: {
        Name: 'Project names',
        'Detector type': { choose: /keyword/i },
        Config: 'patterns:\n  - pattern: bluebird\n    label: project\n    action: redact',
      },
      created: { displayName: 'Project names', detectorType: 'keyword' },
      edit: { Description: 'Of this year' },
      edited: { displayName: 'Project names', description: 'Of this year' },
    });
  });

  sideJourney(stage, 'makes, changes and deletes a workflow', async (scene) => {
    await followObject(scene, {
      kind: KINDS.workflowTemplate,
      create: {
        Name: 'Research',
        Steps:
          '- id: answer\n  type: llm\n  with:\n    model: sim-small\n    prompt: "{{input.query}}"',
      },
      created: { displayName: 'Research' },
      edit: { 'Timeout seconds': 60 },
      edited: { displayName: 'Research', timeoutSeconds: 60 },
    });
  });
}
