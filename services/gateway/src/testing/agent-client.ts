import { Role, type Message, type SendMessageRequest } from '@a2a-js/sdk';
import {
  ClientFactory,
  ClientFactoryOptions,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  type Client,
} from '@a2a-js/sdk/client';

/** The official client, with an API key of the gateway as any client sends it. */
export async function agentClient(cardUrl: string, secret: string): Promise<Client> {
  const fetchImpl: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('authorization', `Bearer ${secret}`);
    return fetch(input, { ...init, headers });
  };
  const legacyCompat = { enabled: true };
  const factory = new ClientFactory(
    ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
      transports: [jsonRpc({ fetchImpl, legacyCompat })],
      cardResolver: new DefaultAgentCardResolver({ fetchImpl, legacyCompat }),
    }),
  );
  return await factory.createFromUrl(cardUrl, '');
}

/** Its options are declared as a class that nobody can make. */
const jsonRpc = (options: object): JsonRpcTransportFactory =>
  Reflect.construct(JsonRpcTransportFactory, [options]) as JsonRpcTransportFactory;

/** What a client sends that says something. */
export const saying = (text: string, more: Partial<Message> = {}): SendMessageRequest => ({
  ...{ tenant: '', configuration: undefined, metadata: {} },
  message: {
    messageId: 'm-1',
    contextId: '',
    taskId: '',
    role: Role.ROLE_USER,
    parts: [{ content: { $case: 'text', value: text }, metadata: {}, filename: '', mediaType: '' }],
    metadata: {},
    extensions: [],
    referenceTaskIds: [],
    ...more,
  },
});
