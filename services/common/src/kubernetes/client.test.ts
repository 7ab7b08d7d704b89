import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listen } from '../http/listen.ts';
import { KubernetesClient } from './client.ts';
import { CONFIG_MAPS, LEASES } from './objects.ts';
import { PooledKubeConfig } from './pooled-kube-config.ts';
import { until } from './testing/manual-clock.ts';
import { HttpMethod, RequestContext } from '@kubernetes/client-node';

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Answer = (request: Seen, response: ServerResponse) => void;

async function client(answer: Answer) {
  const seen: Seen[] = [];
  const server = await listen(
    (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method, url, headers } = request;
        const call = { method, url, headers, body: Buffer.concat(chunks).toString() };
        seen.push(call);
        answer(call, response);
      });
    },
    { host: '127.0.0.1', port: 0 },
  );
  const config = new PooledKubeConfig();
  config.loadFromClusterAndUser(
    { name: 'c', server: `http://127.0.0.1:${server.port}`, skipTLSVerify: true },
    { name: 'u', token: 'secret-token' },
  );
  onTestFinished(async () => {
    await config.close();
    await server.close(0);
  });
  return { client: new KubernetesClient(config, 'aicp-test'), seen };
}

const send = (response: ServerResponse, status: number, body: unknown, headers = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
};
const named = (name: string) => ({ metadata: { name, namespace: 'ns', resourceVersion: '5' } });

describe('the Kubernetes client', () => {
  it('reads documents of any type, as the keys of tokens are', async () => {
    const { client: api, seen } = await client((_call, response) => {
      send(response, 200, { keys: [] }, { 'content-type': 'application/jwk-set+json' });
    });
    expect(await api.read('/openid/v1/jwks')).toEqual({ keys: [] });
    expect(seen[0]?.headers.accept).toContain('*/*');
  });

  it('lists page by page, with credentials and selector', async () => {
    const { client: api, seen } = await client((call, response) => {
      const second = call.url?.includes('continue=next');
      send(response, 200, {
        metadata: { resourceVersion: '9', ...(second ? {} : { continue: 'next' }) },
        items: [named(second ? 'b' : 'a')],
      });
    });
    const list = await api.list(CONFIG_MAPS, { namespace: 'ns', labelSelector: '!hidden' });
    expect(list.items.map((item) => item.metadata.name)).toEqual(['a', 'b']);
    expect(list.resourceVersion).toBe('9');
    expect(seen[0]?.url).toBe('/api/v1/namespaces/ns/configmaps?labelSelector=%21hidden&limit=500');
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'Bearer secret-token',
      'user-agent': 'aicp-test',
    });
  });

  it('knows an object that is not there from a request that failed', async () => {
    const { client: api } = await client((call, response) => {
      send(response, call.url?.endsWith('/gone') ? 404 : 500, { kind: 'Status', message: 'x' });
    });
    const ref = { namespace: 'ns', name: 'gone' };
    expect(await api.get(LEASES, ref)).toBeUndefined();
    expect(await api.remove(LEASES, ref)).toBe(false);
    await expect(api.get(LEASES, { ...ref, name: 'other' })).rejects.toMatchObject({ status: 500 });
  });

  it('names the type in what it writes', async () => {
    const { client: api, seen } = await client((_, response) => send(response, 200, named('a')));
    await api.create(LEASES, named('a'));
    await api.replace(LEASES, named('a'));
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /apis/coordination.k8s.io/v1/namespaces/ns/leases',
      'PUT /apis/coordination.k8s.io/v1/namespaces/ns/leases/a',
    ]);
    expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
    });
  });

  it('applies a status on the server, forced and under its own name', async () => {
    const { client: api, seen } = await client((_, response) => send(response, 200, named('a')));
    await api.apply(LEASES, named('a'), { fieldManager: 'me', subresource: 'status' });
    expect(seen[0]).toMatchObject({
      method: 'PATCH',
      url: '/apis/coordination.k8s.io/v1/namespaces/ns/leases/a/status?fieldManager=me&force=true',
    });
    expect(seen[0]?.headers['content-type']).toBe('application/apply-patch+yaml');
  });

  it('writes under a name, or only tries what a write would do', async () => {
    const { client: api, seen } = await client((_call, response) => {
      send(response, 200, named('a'));
    });
    const options = { fieldManager: 'somebody', dryRun: true };
    await api.create(CONFIG_MAPS, named('a'), options);
    await api.replace(CONFIG_MAPS, named('a'), options);
    await api.remove(CONFIG_MAPS, { namespace: 'ns', name: 'a' }, { dryRun: true });
    expect(seen[0]?.url).toMatch(/configmaps\?fieldManager=somebody&dryRun=All$/);
    expect(seen[1]?.url).toMatch(/configmaps\/a\?fieldManager=somebody&dryRun=All$/);
    const removal = JSON.parse(seen[2]?.body ?? '') as Record<string, unknown>;
    expect(removal['dryRun']).toEqual(['All']);
    expect(removal).not.toHaveProperty('preconditions');
  });

  it('names the fields that are wrong', async () => {
    const causes = [{ reason: 'FieldValueInvalid', field: 'spec.type', message: 'no such type' }];
    const { client: api } = await client((_call, response) => {
      send(response, 422, { kind: 'Status', reason: 'Invalid', code: 422, details: { causes } });
    });
    await expect(api.create(CONFIG_MAPS, named('a'))).rejects.toMatchObject({
      causes: [{ field: 'spec.type', message: 'no such type' }],
    });
  });

  it('removes with preconditions', async () => {
    const { client: api, seen } = await client((_, response) => send(response, 200, {}));
    expect(await api.remove(LEASES, { namespace: 'ns', name: 'a' }, { uid: 'u' })).toBe(true);
    expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({ preconditions: { uid: 'u' } });
  });

  it.each([
    [
      'a Status',
      { kind: 'Status', code: 409, reason: 'Conflict', message: 'changed since' },
      { status: 409, reason: 'Conflict', message: 'changed since' },
    ],
    ['text of a proxy', 'upstream down', { status: 409, reason: '', message: /409 upstream down/ }],
    ['nothing', '', { status: 409, message: /answered 409$/ }],
  ])('reads a refusal that is %s', async (_, body, expected) => {
    const { client: api } = await client((_call, response) => send(response, 409, body));
    const error: unknown = await api.create(LEASES, named('a')).catch((e: unknown) => e);
    const { message, ...rest } = expected;
    expect(error).toMatchObject(rest);
    expect((error as Error).message).toMatch(message);
  });

  it('tells how long a busy server asks to wait', async () => {
    const { client: api } = await client((_, response) =>
      send(response, 429, { message: 'slow down' }, { 'retry-after': '3' }),
    );
    await expect(api.list(LEASES, {})).rejects.toMatchObject({ status: 429, retryAfterMs: 3000 });
  });

  it('watches from a version with bookmarks, until the server ends it', async () => {
    const { client: api, seen } = await client((_, response) => {
      response.writeHead(200);
      response.write(`${JSON.stringify({ type: 'ADDED', object: named('a') })}\n`);
      response.end(`${JSON.stringify({ type: 'BOOKMARK', object: named('') })}\n`);
    });
    const types: string[] = [];
    const options = { resourceVersion: '7', signal: new AbortController().signal };
    await api.watch(LEASES, options, (event) => types.push(event.type));
    expect(types).toEqual(['ADDED', 'BOOKMARK']);
    expect(seen[0]?.url).toBe(
      '/apis/coordination.k8s.io/v1/leases?watch=true&allowWatchBookmarks=true&resourceVersion=7',
    );
  });

  it('rejects a watch that is refused, reset or aborted', async () => {
    const cut = new AbortController();
    const { client: api, seen } = await client((call, response) => {
      if (call.url?.includes('=1')) send(response, 410, { code: 410, message: 'too old' });
      else response.writeHead(200).write('\n');
      if (call.url?.includes('=2')) setImmediate(() => response.destroy());
    });
    const watch = (resourceVersion: string) =>
      api.watch(LEASES, { resourceVersion, signal: cut.signal }, () => undefined);
    await expect(watch('1')).rejects.toMatchObject({ status: 410 });
    await expect(watch('2')).rejects.toThrow();
    const third = watch('3');
    await until('the third watch is open', () => seen.length === 3);
    cut.abort();
    await expect(third).rejects.toThrow();
  });

  it('rejects when the server cannot be reached', async () => {
    const config = new PooledKubeConfig();
    config.loadFromClusterAndUser(
      { name: 'c', server: 'http://127.0.0.1:1', skipTLSVerify: true },
      { name: 'u' },
    );
    await expect(new KubernetesClient(config, 'aicp-test').list(LEASES, {})).rejects.toThrow();
  });
});

async function dispatcherOf(config: PooledKubeConfig) {
  const context = new RequestContext('https://kubernetes.example/', HttpMethod.GET);
  await config.applySecurityAuthentication(context);
  return context.getDispatcher();
}

function configWith(caData: string): PooledKubeConfig {
  const config = new PooledKubeConfig();
  use(config, caData);
  onTestFinished(() => config.close());
  return config;
}

function use(config: PooledKubeConfig, ca: string): void {
  config.loadFromClusterAndUser(
    {
      name: 'c',
      server: 'https://kubernetes.example',
      skipTLSVerify: false,
      caData: Buffer.from(ca).toString('base64'),
    },
    { name: 'u', token: 't' },
  );
}

it('keeps its connections from one request to the next', async () => {
  const config = configWith('one');
  const first = await dispatcherOf(config);
  expect(first).toBeDefined();
  expect(await dispatcherOf(config)).toBe(first);
});

it('makes new ones when the certificates change', async () => {
  const config = configWith('one');
  const first = await dispatcherOf(config);
  use(config, 'two');
  expect(await dispatcherOf(config)).not.toBe(first);
});

it('shares none between two configs, so that closing one leaves the other', async () => {
  expect(await dispatcherOf(configWith('one'))).not.toBe(await dispatcherOf(configWith('one')));
});
