import {
  fromJsonSchema,
  type JsonSchemaType,
  type McpServer,
  type ServerNotifier,
} from '@modelcontextprotocol/server';
import { audio, embedded, image, said, text } from './contents.ts';

/** What the server tells whoever listens to changes of its lists. */
export type Notifier = Pick<ServerNotifier, 'toolsChanged' | 'promptsChanged'>;

/** As the suite looks for it again, keyword by keyword. */
const EVERY_KEYWORD = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
} satisfies JsonSchemaType;

const LOG_LEVEL = 'io.modelcontextprotocol/logLevel';

const IN_HEADER = {
  type: 'object',
  properties: { region: Object.assign({ type: 'string' as const }, { 'x-mcp-header': 'Region' }) },
} satisfies JsonSchemaType;

/** Tools that answer without asking anything back. */
export function addPlainTools(server: McpServer, changes: Notifier): void {
  addContents(server);
  const tool = (name: string, inputSchema: JsonSchemaType) => {
    const config = { description: `Takes ${name}.`, inputSchema: fromJsonSchema(inputSchema) };
    server.registerTool(name, config, () => said('ok'));
  };
  tool('json_schema_2020_12_tool', EVERY_KEYWORD);
  tool('test_region_header', IN_HEADER);
  server.registerTool('test_trigger_tool_change', { description: 'Changes tools.' }, () => {
    changes.toolsChanged();
    return said('changed');
  });
  server.registerTool('test_trigger_prompt_change', { description: 'Changes prompts.' }, () => {
    changes.promptsChanged();
    return said('changed');
  });
  addTellingTools(server);
}

function addContents(server: McpServer): void {
  const tool = (name: string, content: object[]) => {
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
    ...said('This tool intentionally returns an error for testing'),
    isError: true,
  }));
}

/** Tools that tell how far they are, before they answer. */
function addTellingTools(server: McpServer): void {
  server.registerTool('test_tool_with_progress', { description: 'Tells.' }, async (context) => {
    const progressToken = context.mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken === undefined) break;
      const params = { progressToken, progress, total: 100 };
      await context.mcpReq.notify({ method: 'notifications/progress', params });
    }
    return said('Done.');
  });
  for (const name of ['test_tool_with_logging', 'test_logging_tool']) {
    server.registerTool(name, { description: 'Logs.' }, async ({ mcpReq }) => {
      // Clients of 2026 say with each request whether they want to hear.
      const isWanted = mcpReq.envelope === undefined || LOG_LEVEL in mcpReq.envelope;
      for (const data of ['Tool execution started', 'Tool processing data', 'Completed']) {
        if (!isWanted) break;
        const params = { level: 'info' as const, data };
        await mcpReq.notify({ method: 'notifications/message', params });
      }
      return said('Logged.');
    });
  }
}
