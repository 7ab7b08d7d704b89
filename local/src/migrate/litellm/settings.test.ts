import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { importLiteLlm } from './import-litellm.ts';

const made = (more: object, params: object = {}) =>
  importLiteLlm(
    stringify({
      model_list: [{ model_name: 'm', litellm_params: { model: 'openai/x', ...params } }],
      ...more,
    }),
  );
const specOf = ({ objects }: ReturnType<typeof made>, kind: string) =>
  objects.find((object) => object.kind === kind)?.spec;
const notesOf = ({ notes }: ReturnType<typeof made>): string =>
  notes.map(({ kind, text }) => `${kind}: ${text}`).join('\n');

it.each([
  ['litellm_settings', { litellm_settings: { request_timeout: 6000 } }, 'request_timeout'],
  ['router_settings', { router_settings: { timeout: 6000 } }, 'timeout'],
])('takes a time that is longer than an hour, in %s, for an hour, and says so', (_, more, name) => {
  const one = made(more);
  expect(specOf(one, 'Provider')).toMatchObject({ timeoutMs: 3_600_000 });
  expect(specOf(one, 'Model')).toMatchObject({ modelId: 'm' });
  expect(notesOf(one)).toContain(`lost: ${name} is one hour at most here`);
});

it('does so with the times of a deployment', () => {
  const one = made({}, { timeout: 3601, stream_timeout: 3600 });
  expect(specOf(one, 'Model')).toMatchObject({
    ...{ totalTimeoutMs: 3_600_000, firstByteTimeoutMs: 3_600_000 },
  });
  expect(notesOf(one)).toContain('lost: timeout is one hour at most here');
  expect(notesOf(one)).not.toContain('stream_timeout');
});

it.each([
  ['include', 'lost', { include: ['models.yaml'] }, 'the files that it names are not read'],
  [
    'mcp_servers',
    'lost',
    { mcp_servers: { github: { url: 'https://a.example' } } },
    'an MCPServer of each',
  ],
  ['callbacks', 'todo', { litellm_settings: { callbacks: ['otel'] } }, 'traces go out by OTLP'],
])('says what is to be done for %s', (name, kind, more, text) => {
  const notes = notesOf(made(more));
  expect(notes).toMatch(new RegExp(`${kind}: ${name}: .*${text}`));
  expect(notes).not.toContain(`${name} is not carried over`);
});
