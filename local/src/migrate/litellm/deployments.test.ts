import { stringify } from 'yaml';
import { describe, expect, it } from 'vitest';
import { importLiteLlm } from './import-litellm.ts';

const made = (litellm_params: object, model_info?: object) =>
  importLiteLlm(stringify({ model_list: [{ model_name: 'm', litellm_params, model_info }] }));
const specOf = ({ objects }: ReturnType<typeof made>, kind: string) =>
  objects.find((object) => object.kind === kind)?.spec;
const notesOf = ({ notes }: ReturnType<typeof made>): string =>
  notes.map(({ text }) => text).join('\n');

describe('a deployment', () => {
  it('asks whom custom_llm_provider names, whatever stands before its model', () => {
    const one = made({ model: 'groq/x', custom_llm_provider: 'deepinfra' });
    expect(specOf(one, 'Provider')).toMatchObject({
      baseUrl: 'https://api.deepinfra.com/v1/openai',
    });
    expect(specOf(one, 'Model')).toMatchObject({ upstreamModel: 'groq/x' });
    const same = made({ model: 'deepinfra/x', custom_llm_provider: 'deepinfra' });
    expect(specOf(same, 'Model')).toMatchObject({ upstreamModel: 'x' });
  });

  it.each([
    ['bedrock/eu-central-1/amazon.nova-lite-v1:0', 'amazon.nova-lite-v1:0'],
    ['bedrock/converse/eu-central-1/amazon.nova-lite-v1:0', 'amazon.nova-lite-v1:0'],
    ['bedrock/eu-central-1/1-month-commitment/cohere.command', 'cohere.command'],
  ])('is asked in the region that stands before its model: %s', (model, upstreamModel) => {
    const one = made({ model });
    expect(specOf(one, 'Provider')).toMatchObject({ region: 'eu-central-1' });
    expect(specOf(one, 'Model')).toMatchObject({ upstreamModel });
  });

  it.each([
    ['https://proxy.example.com/azure', 'https://proxy.example.com/azure'],
    ['https://a.openai.azure.com/openai/deployments/x', 'https://a.openai.azure.com'],
  ])('of Azure keeps the path of its address: %s', (api_base, baseUrl) => {
    expect(specOf(made({ model: 'azure/x', api_base }), 'Provider')).toMatchObject({ baseUrl });
  });

  it.each([
    'mistral-large-2411@001',
    'meta/llama-4-scout-17b-16e-instruct-maas',
    'openai/gpt-oss-20b-maas',
    'publishers/mistralai/models/mistral-large',
  ])('of another vendor than Google and Anthropic at Vertex AI is left out: %s', (name) => {
    const one = made({ model: `vertex_ai/${name}`, vertex_project: 'p' });
    expect(one.objects).toEqual([]);
    expect(notesOf(one)).toContain('are not served at Vertex AI');
  });

  it.each(['claude-sonnet-4-5@20250929', 'publishers/anthropic/models/claude-sonnet-4-5@20250929'])(
    'of Anthropic’s at Vertex AI is asked there: %s',
    (upstreamModel) => {
      const one = made({
        ...{ model: `vertex_ai/${upstreamModel}`, vertex_project: 'p' },
        vertex_location: 'us-east5',
      });
      expect(specOf(one, 'Provider')).toMatchObject({
        ...{ type: 'vertex', project: 'p', region: 'us-east5' },
      });
      expect(specOf(one, 'Model')).toMatchObject({ provider: 'vertex', upstreamModel });
      expect(notesOf(one)).not.toContain('is not made');
    },
  );

  it('of a team is opened to nobody else', () => {
    const one = made({ model: 'openai/x' }, { team_id: 'red', team_public_model_name: 'n' });
    expect(one.objects).toEqual([]);
    expect(notesOf(one)).toContain('it belongs to a team');
  });

  it('with prices of tiers leaves the price to the catalog', () => {
    const prices = { input_cost_per_token: 1e-6, input_cost_per_token_above_200k_tokens: 2e-6 };
    const one = made({ model: 'openai/x' }, prices);
    expect(specOf(one, 'Model')).not.toHaveProperty('inputPricePerMillion');
    expect(notesOf(one)).toContain('no price is taken: input_cost_per_token_above_200k_tokens');
  });
});
