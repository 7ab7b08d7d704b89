import { Code, Stack, Tabs, Text, Title } from '@mantine/core';
import { Snippet } from '../../../ui/snippet.tsx';
import type { ApiObject } from '../../object-definition.ts';
import { sdkSnippets, YOUR_GATEWAY } from './sdk-snippets.ts';

/** A model that the key may use; none: one to be filled in. */
function modelOf({ allowed_models: allowed }: ApiObject): string {
  const models = Array.isArray(allowed) ? allowed.map(String) : [];
  return models.find((model) => !model.endsWith('*')) ?? '<a model>';
}

/** How programs use a new key, a tab for each library. */
export function KeySnippets({ answer }: { readonly answer: ApiObject }) {
  const snippets = sdkSnippets({ baseUrl: YOUR_GATEWAY, model: modelOf(answer) });
  return (
    <Stack gap="xs" component="section" aria-label="Use it">
      <Title order={2} size="h4">
        Use it
      </Title>
      <Text size="sm">
        Put the key into the variable <Code>AICP_API_KEY</Code>, and the address of your gateway in
        the place of <Code>&lt;your gateway&gt;</Code>.
      </Text>
      <Tabs defaultValue={snippets[0]?.name ?? null}>
        <Tabs.List mb="sm">
          {snippets.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {snippets.map(({ name, text }) => (
          <Tabs.Panel key={name} value={name}>
            <Snippet title={`With ${name}`} text={text} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  );
}
