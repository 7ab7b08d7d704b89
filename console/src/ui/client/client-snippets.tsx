import { Stack, Tabs, TextInput } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useRuntime } from '../../api/runtime.tsx';
import { Snippet } from '../snippet.tsx';
import type { ClientSnippet } from './client-code.ts';
import { likelyGateway } from './gateway-address.ts';

export interface ClientSnippetsProps {
  /** The snippets for a gateway at an address. */
  readonly snippetsOf: (gateway: string) => readonly ClientSnippet[];
}

/** A request by each of several clients, for the gateway at an address that somebody may write. */
export function ClientSnippets({ snippetsOf }: ClientSnippetsProps) {
  const { baseUrl } = useRuntime();
  const [gateway, setGateway] = useLocalStorage({
    key: 'aicp-console-gateway',
    defaultValue: likelyGateway(new URL(baseUrl)),
  });
  const snippets = snippetsOf(gateway);
  return (
    <Stack gap="sm">
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
