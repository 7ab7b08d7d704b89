import { describe, expect, it } from 'vitest';
import { textFieldOf } from './text-field.ts';
import { toldCard } from './told-card.ts';
import { workflowCard } from './workflow-card.ts';

const ENGINE = new URL('https://engine.internal:8085/a2a');
const query = {
  type: 'object',
  required: ['query'],
  properties: { query: { type: 'string' }, depth: { type: 'integer' } },
};
const workflow = { type: 'research', name: 'Research', generation: 4 };

describe('the card of a workflow', () => {
  it('has one skill, which says what it takes, and speaks both versions', () => {
    const card = workflowCard({ ...workflow, description: 'Finds.', inputSchema: query }, ENGINE);
    const told = toldCard(card, '1.0', { url: 'https://gateway.example.com/a2a/research' });
    expect(told).toMatchObject({
      ...{ name: 'Research', description: 'Finds.', version: '4' },
      capabilities: { streaming: true, pushNotifications: false },
      defaultInputModes: ['application/json', 'text/plain'],
      supportedInterfaces: [{ protocolVersion: '1.0' }, { protocolVersion: '0.3' }],
    });
    const [skill] = card.said.skills;
    expect(skill).toMatchObject({ id: 'research', name: 'Research', tags: ['workflow'] });
    expect(skill?.description).toContain('Finds.');
    expect(skill?.description).toContain(JSON.stringify(query));
    expect(skill?.description).toContain('A text part alone is taken as "query".');
    expect(JSON.stringify(told)).not.toContain('engine.internal');
  });

  it('of any input takes no text', () => {
    const { said } = workflowCard(workflow, ENGINE);
    expect(said.defaultInputModes).toEqual(['application/json']);
    expect(said.skills[0]?.description).toContain('any object');
  });

  it('leaves out a schema that is too long to be read', () => {
    const inputSchema = { ...query, title: 'x'.repeat(9_000) };
    const { said } = workflowCard({ ...workflow, inputSchema }, ENGINE);
    expect(said.skills[0]?.description.length).toBeLessThan(500);
  });
});

it.each([
  ['the only required one, where it is a text', query, 'query'],
  ['none where several are required', { ...query, required: ['query', 'depth'] }, undefined],
  ['none where a number is required', { ...query, required: ['depth'] }, undefined],
  ['none where it is not described', { ...query, properties: {} }, undefined],
  ['none of what every object has', { ...query, required: ['constructor'] }, undefined],
  ['none where nothing is required', { type: 'object' }, undefined],
  ['none without a schema', undefined, undefined],
])('the field that a text fills is %s', (_, schema, field) => {
  expect(textFieldOf(schema)).toBe(field);
});
