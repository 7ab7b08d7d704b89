import { Stack, Tabs, TextInput, Title } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useList } from '../../../api/read/list.ts';
import { useCan, useRuntime } from '../../../api/runtime.tsx';
import type { ApiObject } from '../../../api/api-object.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';
import { Snippet } from '../../../ui/snippet.tsx';
import { likelyGateway } from './gateway-address.ts';
import { snippetsOf } from './snippets.ts';

export interface KeySnippetsProps {
  readonly apiKey: ApiObject;
}

/** A first request with a key, by each of the common clients. */
export function KeySnippets({ apiKey }: KeySnippetsProps) {
  const { baseUrl } = useRuntime();
  const [gateway, setGateway] = useLocalStorage({
    key: 'aicp-console-gateway',
    defaultValue: likelyGateway(new URL(baseUrl)),
  });
  const model = useModelOf(apiKey);
  const snippets = snippetsOf({ gateway, model });
  return (
    <Stack gap="sm" component="section" aria-label="Use the key">
      <Title order={2} size="h4">
        Use the key
      </Title>
      <TextInput
        label="Address of the gateway"
        description="Where your programs reach it. It is kept in this browser."
        value={gateway}
        onChange={(event) => setGateway(event.currentTarget.value)}
      />
      <Tabs defaultValue="curl" keepMounted={false}>
        <Tabs.List mb="sm">
          {snippets.map(({ id, title }) => (
            <Tabs.Tab key={id} value={id}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {snippets.map(({ id, title, text }) => (
          <Tabs.Panel key={id} value={id}>
            <Snippet title={`With ${title}`} text={text} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  );
}

/** A model that the key may ask for: the first of its list, else any. */
function useModelOf({ allowed_models: allowed }: ApiObject): string {
  const named = (Array.isArray(allowed) ? (allowed as readonly unknown[]) : []).find(
    (one): one is string => typeof one === 'string' && !one.endsWith('*'),
  );
  const canRead = useCan('models:read');
  const { data } = useList<ApiObject>(
    RESOURCES.model.collection,
    { limit: 1, is_active: true },
    { enabled: canRead && named === undefined },
  );
  return named ?? data?.items[0]?.id ?? 'gpt-4o-mini';
}
