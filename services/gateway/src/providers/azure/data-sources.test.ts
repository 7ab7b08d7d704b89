import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sourceFault } from './data-sources.ts';

const search = (parameters: unknown) => [{ type: 'azure_search', parameters }];
const chat = (sources: unknown) =>
  Buffer.from(JSON.stringify({ model: 'm', data_sources: sources, messages: [] }));
const own = { authentication: { type: 'api_key', key: 'k' } };

describe('sources that Azure searches for a chat', () => {
  it.each<[string, unknown]>([
    [
      'the identity of the resource',
      { authentication: { type: 'system_assigned_managed_identity' } },
    ],
    [
      'an identity that the resource was given',
      {
        authentication: {
          type: 'user_assigned_managed_identity',
          managed_identity_resource_id: 'x',
        },
      },
    ],
    ['no authentication', {}],
    ['one of no known type', { authentication: { type: 'later' } }],
    ['one that is no object', { authentication: 'api_key' }],
    ['no parameters', null],
    [
      'a deployment that makes vectors',
      { ...own, embedding_dependency: { type: 'deployment_name', deployment_name: 'd' } },
    ],
    ['a model of a source', { ...own, embedding_dependency: { type: 'model_id', model_id: 'd' } }],
  ])('are refused with %s', (_, parameters) => {
    expect(sourceFault(chat(search(parameters)))).toMatch(/^data_sources would/);
    expect(sourceFault(chat([...search(own), ...search(parameters)]))).toBeDefined();
  });

  it.each<[string, unknown]>([
    ['a key of the client', search(own)],
    [
      'an endpoint for vectors',
      search({ ...own, embedding_dependency: { type: 'endpoint', endpoint: 'https://v.example' } }),
    ],
    ['none', []],
    ['nothing', null],
  ])('go on with %s', (_, sources) => {
    expect(sourceFault(chat(sources))).toBeUndefined();
  });

  it('are found whatever of their name is an escape, and as the second of two', () => {
    const at = fc.integer({ min: 0, max: 'data_sources'.length - 1 });
    fc.assert(
      fc.property(at, fc.boolean(), (index, isSecond) => {
        const code = 'data_sources'.charCodeAt(index).toString(16).padStart(4, '0');
        const name =
          `data_sources`.slice(0, index) + `\\u${code}` + `data_sources`.slice(index + 1);
        const first = isSecond ? '"data_sources":[],' : '';
        const body = `{${first}"${name}":${JSON.stringify(search({}))},"messages":[]}`;
        expect(sourceFault(Buffer.from(body))).toBeDefined();
      }),
    );
  });

  it('are not looked for in texts', () => {
    const messages = [{ role: 'user', content: '"data_sources": [{}] \u0007' }];
    expect(sourceFault(Buffer.from(JSON.stringify({ model: 'm', messages })))).toBeUndefined();
  });
});
