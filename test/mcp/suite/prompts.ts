import { completable, inputRequired, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { embedded, image, text } from './contents.ts';

/** The prompts that the suite gets. */
export function addPrompts(server: McpServer): void {
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
  const context = inputRequired.elicit({
    message: 'What context should the prompt use?',
    requestedSchema: z.object({ context: z.string() }),
  });
  server.registerPrompt(
    'test_input_required_result_prompt',
    { description: 'Wants to know more.' },
    ({ mcpReq }) =>
      mcpReq.inputResponses?.['user_context'] === undefined
        ? inputRequired({ inputRequests: { user_context: context } })
        : saying(text('Prompt with context.')),
  );
}
