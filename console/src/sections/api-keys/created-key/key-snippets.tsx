import { Stack, Tabs, TextInput, Title } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useList, useObject } from '../../../api/read/list.ts';
import { useCan, useRuntime } from '../../../api/runtime.tsx';
import type { ApiObject } from '../../../api/api-object.ts';
import { RESOURCES, type Resource } from '../../../resources/resource-table.ts';
import { Snippet } from '../../../ui/snippet.tsx';
import { allowedBy, firstAllowed, type AllowedModels } from './first-allowed.ts';
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

/** A model that the key may ask for, as far as its own list, its team's and its organization's say. */
function useModelOf(apiKey: ApiObject): string {
  const team = useAllowed(RESOURCES.team, apiKey['team_id']);
  const organization = useAllowed(RESOURCES.organization, apiKey['organization_id']);
  const own = allowedBy(apiKey);
  const canRead = useCan('models:read');
  const { data } = useList<ApiObject>(
    RESOURCES.model.collection,
    { limit: 100, is_active: true },
    { enabled: canRead },
  );
  const named = own.filter((one) => !one.endsWith('*'));
  const known = [...named, ...(data?.items ?? []).map(({ id }) => id)];
  return firstAllowed(known, [own, team, organization]) ?? known[0] ?? 'gpt-4o-mini';
}

/** The models that the owner of a key allows; nothing where it has none, or is not for the caller to read. */
function useAllowed({ collection, permission }: Resource, id: unknown): AllowedModels {
  const canRead = useCan(`${permission}:read`);
  const isNamed = typeof id === 'string';
  const { data } = useObject<ApiObject>(collection, isNamed ? id : '', {
    enabled: canRead && isNamed,
  });
  return allowedBy(data);
}
