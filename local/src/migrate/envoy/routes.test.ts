import { kindNamed } from '@aicp/crds/kinds';
import { describe, expect, it } from 'vitest';
import { importEnvoy } from './import-envoy.ts';

const backend = (name: string, schema: string, hostname = `${name}.example.com`): object[] => [
  {
    ...{ kind: 'AIServiceBackend', metadata: { name } },
    spec: { schema: { name: schema }, backendRef: { name, kind: 'Backend' } },
  },
  {
    ...{ kind: 'Backend', metadata: { name } },
    spec: { endpoints: [{ fqdn: { hostname, port: 443 } }] },
  },
];
const rule = (model: string, backendRefs: readonly object[], more: object = {}): object => ({
  matches: [{ headers: [{ name: 'x-ai-eg-model', value: model }] }],
  ...{ backendRefs, ...more },
});
const route = (name: string, ...rules: readonly object[]): object => ({
  ...{ kind: 'AIGatewayRoute', metadata: { name }, spec: { rules } },
});
const policy = (name: string, target: string, more: object): object => ({
  ...{ kind: 'BackendSecurityPolicy', metadata: { name } },
  spec: { targetRefs: [{ name: target }], ...more },
});

const madeOf = (...objects: readonly object[]) =>
  importEnvoy(objects.map((one) => JSON.stringify(one)).join('\n---\n'));
const specsOf = (made: ReturnType<typeof madeOf>, kind: string) =>
  made.objects.filter((object) => object.kind === kind).map(({ spec }) => spec);
const notesOf = ({ notes }: ReturnType<typeof madeOf>): string =>
  notes.map(({ text }) => text).join('\n');

const VERTEX = {
  more: { type: 'GCPCredentials', gcpCredentials: { projectName: 'p', region: 'europe-west1' } },
  spec: {
    ...{ type: 'vertex', project: 'p', region: 'europe-west1' },
    baseUrl: 'https://europe-west1-aiplatform.googleapis.com/v1',
  },
};
const BEDROCK = {
  more: { type: 'AWSCredentials', awsCredentials: { region: 'eu-central-1' } },
  spec: {
    ...{ type: 'bedrock', region: 'eu-central-1' },
    baseUrl: 'https://bedrock-runtime.eu-central-1.amazonaws.com',
  },
};

describe('routes', () => {
  it('that are for one model make one Model, and the second is said', () => {
    const made = madeOf(
      ...[route('a', rule('m', [{ name: 'one' }])), route('b', rule('m', [{ name: 'two' }]))],
      ...[...backend('one', 'OpenAI'), ...backend('two', 'OpenAI')],
    );
    expect(specsOf(made, 'Model')).toEqual([{ modelId: 'm', provider: 'one' }]);
    expect(notesOf(made)).toContain('another rule of the file is for it already');
  });

  it('give a member of a group no id that another rule is for', () => {
    const made = madeOf(
      route('a', rule('m', [{ name: 'one' }, { name: 'two' }]), rule('m/one', [{ name: 'two' }])),
      ...[...backend('one', 'OpenAI'), ...backend('two', 'OpenAI')],
    );
    const ids = specsOf(made, 'Model').map(({ modelId }) => modelId);
    expect(ids.toSorted()).toEqual(['m/one', 'm/one-2', 'm/two-2']);
  });

  it.each([
    ['GCPAnthropic', 'vertex-2023-10-16', 'europe-west1-aiplatform.googleapis.com', VERTEX],
    ['AWSAnthropic', 'bedrock-2023-05-31', 'bedrock-runtime.eu-central-1.amazonaws.com', BEDROCK],
  ])('ask for Claude where its cloud has it: %s', (schema, version, hostname, { more, spec }) => {
    const [service, address] = backend('claude', schema, hostname);
    const versioned = {
      spec: { schema: { name: schema, version }, backendRef: { name: 'claude' } },
    };
    const made = madeOf(
      route('a', rule('sonnet', [{ name: 'claude', modelNameOverride: 'claude-x' }])),
      ...[{ ...service, ...versioned }, address ?? {}, policy('key', 'claude', more)],
    );
    expect(specsOf(made, 'Provider')).toEqual([spec]);
    expect(specsOf(made, 'Model')).toEqual([
      { modelId: 'sonnet', provider: 'claude', upstreamModel: 'claude-x' },
    ]);
    expect(notesOf(made)).not.toMatch(/is not made|schema/);
  });

  it('ask no backend whose weight is 0', () => {
    const made = madeOf(
      route('a', rule('m', [{ name: 'one' }, { name: 'two', weight: 0 }])),
      ...[...backend('one', 'OpenAI'), ...backend('two', 'OpenAI')],
    );
    expect(specsOf(made, 'Model')).toEqual([{ modelId: 'm', provider: 'one' }]);
    expect(notesOf(made)).toContain('AIServiceBackend two is not asked: its weight is 0');
  });

  it.each([
    ['1m30s', 90_000],
    ['500ms', 500],
    ['1h', 3_600_000],
    ['0s', undefined],
    ['soon', undefined],
  ])('wait for %s', (request, totalTimeoutMs) => {
    const made = madeOf(
      route('a', rule('m', [{ name: 'one' }], { timeouts: { request } })),
      ...backend('one', 'OpenAI'),
    );
    expect(specsOf(made, 'Model')[0]?.['totalTimeoutMs']).toBe(totalTimeoutMs);
  });
});

describe('backends', () => {
  it.each([
    ['AWSBedrock', 'bedrock', 'vpce-1.bedrock-runtime.eu-central-1.vpce.amazonaws.com', ''],
    ['GCPVertexAI', 'vertex', 'vertex.proxy.example.com', '/v1'],
    ['Cohere', 'cohere', 'cohere.proxy.example.com', ''],
    ['Anthropic', 'anthropic', 'anthropic.proxy.example.com', '/v1'],
  ])('are asked at the address of their Backend: %s', (schema, type, host, path) => {
    const made = madeOf(
      ...[route('a', rule('m', [{ name: 'one' }])), ...backend('one', schema, host)],
      policy('p', 'one', {
        ...(schema === 'GCPVertexAI'
          ? { gcpCredentials: { projectName: 'p', region: 'europe-west4' } }
          : { awsCredentials: { region: 'eu-central-1' } }),
      }),
    );
    expect(specsOf(made, 'Provider')).toEqual([
      expect.objectContaining({ type, baseUrl: `https://${host}${path}` }),
    ]);
    const spec = specsOf(made, 'Provider')[0];
    expect(kindNamed('Provider').spec.safeParse(spec).success).toBe(true);
  });

  it('use the Secret that is there, whatever it is called', () => {
    const made = madeOf(
      ...[route('a', rule('m', [{ name: 'one' }])), ...backend('one', 'OpenAI')],
      policy('p', 'one', { apiKey: { secretRef: { name: 'my.key' } } }),
    );
    expect(specsOf(made, 'Provider')[0]).toMatchObject({ secretRef: { name: 'my.key' } });
  });

  it('have a Secret each, also where two namespaces call theirs alike', () => {
    const key = (namespace: string): object => ({
      apiKey: { secretRef: { name: 'k', namespace } },
    });
    const made = madeOf(
      route('a', rule('m', [{ name: 'one' }]), rule('n', [{ name: 'two' }])),
      ...[...backend('one', 'OpenAI'), ...backend('two', 'OpenAI')],
      ...[policy('p', 'one', key('red')), policy('q', 'two', key('blue'))],
    );
    expect(specsOf(made, 'Provider').map(({ secretRef }) => secretRef)).toEqual([
      { name: 'k', key: 'apiKey' },
      { name: 'k-2', key: 'apiKey' },
    ]);
    expect(notesOf(made)).toContain('copy the Secret k of the namespace blue as k-2');
  });
});
