import type { FormInput } from '../../kit/fill-form.ts';
import { journey } from '../../kit/journey.ts';
import { KINDS, type Kind } from '../../kit/kinds.ts';
import type { Stage } from '../../kit/stage.ts';
import { makeByKeys } from '../kit/fill.ts';

interface Made {
  readonly kind: Kind;
  readonly create: FormInput;
  /** What Kubernetes stores of it. */
  readonly created: Readonly<Record<string, unknown>>;
}

const MADE: readonly Made[] = [
  {
    kind: KINDS.mcpServer,
    create: {
      ...{ Name: 'Server by keys', 'Server type': { choose: /streamable http/i } },
      URL: 'https://mcp.example.com/keys',
    },
    created: { displayName: 'Server by keys', url: 'https://mcp.example.com/keys' },
  },
  {
    kind: KINDS.agent,
    create: { Name: 'Agent by keys', URL: 'https://agents.example.com/keys', Skills: ['typing'] },
    created: { displayName: 'Agent by keys', skills: ['typing'] },
  },
  {
    kind: KINDS.guardrail,
    create: { Name: 'Guardrail by keys', 'Find personal data': true },
    created: { displayName: 'Guardrail by keys', enablePiiDetection: true },
  },
  {
    kind: KINDS.workflowTemplate,
    create: {
      ...{ Name: 'Workflow by keys', Type: 'by-keys' },
      Steps: { add: { ID: 'review', Type: { choose: /approval/i } } },
    },
    created: { displayName: 'Workflow by keys', type: 'by-keys' },
  },
];

/** Servers, agents, guardrails and workflows without a mouse. */
export function agentsByKeys(stage: Stage): void {
  for (const { kind, create, created } of MADE) {
    journey(stage, `makes a new ${kind.noun} by keys alone`, async (scene) => {
      const { cluster } = stage;
      scene.atEnd(() => cluster.removeWith(kind.plural, created));
      const page = await scene.page(kind.page);
      await makeByKeys(page, kind, create);
      await cluster.withSpec(kind.plural, created);
    });
  }
}
