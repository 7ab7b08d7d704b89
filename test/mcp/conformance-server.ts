import {
  McpServer,
  ResourceTemplate,
  completable,
  inputRequired,
} from '@modelcontextprotocol/server';
import { z } from 'zod';

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const SOUND = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';

const text = (said: string) => ({ type: 'text' as const, text: said });
const image = { type: 'image' as const, data: PIXEL, mimeType: 'image/png' };
const audio = { type: 'audio' as const, data: SOUND, mimeType: 'audio/wav' };
const embedded = (uri: string, said: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType: 'text/plain', text: said },
});

/** A server as the conformance suite of the protocol wants one: the tools, resources and prompts that its scenarios ask for. */
export function makeConformanceServer(): McpServer {
  const server = new McpServer(
    { name: 'conformance', version: '1.0.0' },
    { capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} } },
  );
  addTools(server);
  addAskingTools(server);
  addResources(server);
  addPrompts(server);
  return server;
}

function addTools(server: McpServer): void {
  const tool = (name: string, content: ReturnType<typeof text | typeof embedded>[] | object[]) => {
    server.registerTool(name, { description: `Answers ${name}.` }, () => ({
      content: content as ReturnType<typeof text>[],
    }));
  };
  tool('test_simple_text', [text('This is a simple text response for testing.')]);
  tool('test_image_content', [image]);
  tool('test_audio_content', [audio]);
  tool('test_embedded_resource', [
    embedded('test://embedded-resource', 'This is an embedded resource content.'),
  ]);
  tool('test_multiple_content_types', [
    text('Multiple content types test:'),
    image,
    embedded('test://mixed-content-resource', '{"test":"data"}'),
  ]);
  server.registerTool('test_error_handling', { description: 'Fails.' }, () => ({
    content: [text('This tool intentionally returns an error for testing')],
    isError: true,
  }));
  server.registerTool('test_tool_with_progress', { description: 'Tells.' }, async (context) => {
    const progressToken = context.mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken === undefined) break;
      const params = { progressToken, progress, total: 100 };
      await context.mcpReq.notify({ method: 'notifications/progress', params });
    }
    return { content: [text('Done.')] };
  });
}

const STATE = 'as far as it got';

/** Tools that want to know something of the client before they answer. */
function addAskingTools(server: McpServer): void {
  const confirmation = { message: 'Go on?', requestedSchema: z.object({ ok: z.boolean() }) };
  const elicit = inputRequired.elicit(confirmation);
  const roots = inputRequired.listRoots();
  const sampling = inputRequired.createMessage({
    messages: [{ role: 'user', content: text('What is the capital of France?') }],
    maxTokens: 100,
  });
  const asking = (name: string, wanted: Parameters<typeof inputRequired>[0]) => {
    server.registerTool(name, { description: `Answers ${name}.` }, ({ mcpReq }) => {
      const names = Object.keys(wanted.inputRequests ?? {});
      const isAnswered = names.every((one) => mcpReq.inputResponses?.[one] !== undefined);
      const isSameState = mcpReq.requestState() === wanted.requestState;
      return isAnswered && isSameState ? { content: [text('state-ok')] } : inputRequired(wanted);
    });
  };
  const of = (kind: string) => `test_input_required_result_${kind}`;
  asking(of('elicitation'), { inputRequests: { ok: elicit } });
  asking(of('sampling'), { inputRequests: { capital: sampling } });
  asking(of('list_roots'), { inputRequests: { roots } });
  asking(of('request_state'), { inputRequests: { ok: elicit }, requestState: STATE });
  asking(of('multiple_inputs'), {
    inputRequests: { ok: elicit, capital: sampling, roots },
    requestState: STATE,
  });
}

function addResources(server: McpServer): void {
  const plain = { mimeType: 'text/plain' };
  server.registerResource('text', 'test://static-text', plain, ({ href: uri }) => ({
    contents: [{ uri, ...plain, text: 'This is the content of the static text resource.' }],
  }));
  const png = { mimeType: 'image/png' };
  server.registerResource('binary', 'test://static-binary', png, ({ href: uri }) => ({
    contents: [{ uri, ...png, blob: PIXEL }],
  }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  const json = { mimeType: 'application/json' };
  server.registerResource('template', template, json, ({ href: uri }, { id }) => ({
    contents: [{ uri, ...json, text: JSON.stringify({ id, templateTest: true }) }],
  }));
}

function addPrompts(server: McpServer): void {
  const saying = (...contents: object[]) => ({
    messages: contents.map((content) => ({
      role: 'user' as const,
      content: content as ReturnType<typeof text>,
    })),
  });
  server.registerPrompt('test_simple_prompt', { description: 'Simple.' }, () =>
    saying(text('This is a simple prompt for testing.')),
  );
  const both = z.object({
    arg1: completable(z.string(), () => ['paris', 'park', 'party']),
    arg2: z.string(),
  });
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'With arguments.', argsSchema: both },
    ({ arg1, arg2 }) => saying(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'With a resource.', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) =>
      saying(embedded(resourceUri, 'Embedded resource content for testing.'), text('Please.')),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'With an image.' }, () =>
    saying(image, text('Please analyze the image above.')),
  );
}
