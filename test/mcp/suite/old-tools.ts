import {
  fromJsonSchema,
  type ElicitRequestFormParams,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { said, text } from './contents.ts';

type Wanted = ElicitRequestFormParams['requestedSchema'];

const DEFAULTS: Wanted = {
  type: 'object',
  properties: {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  },
};

const OPTIONS = ['option1', 'option2', 'option3'];
const titled = (title: string) =>
  ['First', 'Second', 'Third'].map((which, index) => ({
    const: `value${index + 1}`,
    title: `${which} ${title}`,
  }));

const ENUMS: Wanted = {
  type: 'object',
  properties: {
    untitledSingle: { type: 'string', enum: OPTIONS },
    titledSingle: { type: 'string', oneOf: titled('Option') },
    legacyEnum: {
      type: 'string',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: { type: 'array', items: { type: 'string', enum: OPTIONS } },
    titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
  },
};

const PERSON: Wanted = {
  type: 'object',
  properties: {
    username: { type: 'string', description: "User's response" },
    email: { type: 'string', description: "User's email address" },
  },
  required: ['username', 'email'],
};

async function elicited({ mcpReq }: ServerContext, message: string, requestedSchema: Wanted) {
  const params = { mode: 'form' as const, message, requestedSchema };
  const { action, content } = await mcpReq.send({ method: 'elicitation/create', params });
  return said(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`);
}

/** Tools of 2025, which ask the client in the midst of their answer. */
export function addOldTools(server: McpServer): void {
  const asking = (name: string, wanted: Wanted) => {
    server.registerTool(name, { description: `Asks ${name}.` }, async (context) =>
      elicited(context, 'Please provide your information.', wanted),
    );
  };
  asking('test_elicitation_sep1034_defaults', DEFAULTS);
  asking('test_elicitation_sep1330_enums', ENUMS);
  const message = z.object({ message: z.string() });
  const elicitation = { description: 'Asks a person.', inputSchema: message };
  server.registerTool('test_elicitation', elicitation, async (args, context) =>
    elicited(context, args.message, PERSON),
  );
  const sampling = {
    description: 'Asks a model.',
    inputSchema: fromJsonSchema<{ prompt: string }>({
      type: 'object',
      properties: { prompt: { type: 'string' } },
      required: ['prompt'],
    }),
  };
  server.registerTool('test_sampling', sampling, async ({ prompt }, { mcpReq }) => {
    const messages = [{ role: 'user' as const, content: text(prompt) }];
    const params = { messages, maxTokens: 100 };
    const { content } = await mcpReq.send({ method: 'sampling/createMessage', params });
    return said(`LLM response: ${JSON.stringify(content)}`);
  });
  server.registerTool('test_reconnection', { description: 'Cuts its stream.' }, ({ http }) => {
    http?.closeSSE?.();
    return said('The rest of the answer.');
  });
}
