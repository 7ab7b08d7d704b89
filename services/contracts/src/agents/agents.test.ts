import { describe, expect, it } from 'vitest';
import { readAgentCard, versionOf, type AgentCard } from './agent-card.ts';
import { cardAddresses, findCard } from './find-card.ts';
import { cardForm, toldCard } from './told-card.ts';

const at = new URL('https://agents.example.com/.well-known/agent-card.json');
const OURS = 'https://gateway.example.com/a2a/planner';
const words = {
  name: 'Planner',
  description: 'Plans.',
  version: '7',
  capabilities: { streaming: true, pushNotifications: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'plan', name: 'Plan', description: 'Plans.', tags: ['plan'] }],
};
const offer = (protocolVersion: string, url = 'https://agents.example.com/rpc') => ({
  url,
  protocolBinding: 'JSONRPC',
  protocolVersion,
});
const read = (raw: object): AgentCard => {
  const card = readAgentCard({ ...words, ...raw }, at);
  if (typeof card === 'string') throw new Error(card);
  return card;
};

describe('an agent card', () => {
  it('says by its interfaces which versions are spoken where', () => {
    const card = read({
      supportedInterfaces: [
        { url: 'https://agents.example.com/grpc', protocolBinding: 'GRPC', protocolVersion: '1.0' },
        { ...offer('1.0'), tenant: 'north' },
        offer('0.3.0', 'https://agents.example.com/old'),
      ],
    });
    expect(card.endpoints['1.0']).toMatchObject({ tenant: 'north' });
    expect(card.endpoints['1.0']?.url.href).toBe('https://agents.example.com/rpc');
    expect(card.endpoints['0.3']?.url.href).toBe('https://agents.example.com/old');
  });

  it('of 0.3 is read by its address, or by a further one where that speaks otherwise', () => {
    const url = 'https://agents.example.com/rest';
    const more = [{ url: 'https://agents.example.com/rpc', transport: 'JSONRPC' }];
    const card = read({ url, preferredTransport: 'HTTP+JSON', additionalInterfaces: more });
    expect(card.endpoints['0.3']?.url.pathname).toBe('/rpc');
    expect(card.endpoints['1.0']).toBeUndefined();
  });

  it.each([
    [{ supportedInterfaces: [offer('1.0', 'http://10.0.0.1/rpc')] }, 'are not at https://agents'],
    [{ supportedInterfaces: [offer('2.0')] }, 'no JSON-RPC of protocol 1.0 or 0.3'],
    [{ supportedInterfaces: 'none' }, 'no agent card'],
    [{ name: 7 }, 'no agent card'],
  ])('is not used where it says %j', (raw, why) => {
    expect(readAgentCard({ ...words, ...raw }, at)).toContain(why);
  });

  it('is told with our address alone, and how we are signed in to', () => {
    const card = read({
      supportedInterfaces: [offer('1.0'), offer('0.3')],
      url: 'https://agents.example.com/rpc',
      iconUrl: 'https://agents.example.com/icon.png',
      documentationUrl: 'https://docs.example.com',
      securitySchemes: { inner: { type: 'apiKey', in: 'header', name: 'x-inner' } },
      signatures: [{ protected: 'x', signature: 'y' }],
      'x-internal': 'agents.example.com',
    });
    const told = toldCard(card, '1.0', { url: OURS });
    expect(told).toMatchObject({
      ...words,
      capabilities: { streaming: true, pushNotifications: false },
      documentationUrl: 'https://docs.example.com',
      url: OURS,
      supportedInterfaces: [offer('1.0', OURS), offer('0.3', OURS)],
      additionalInterfaces: [{ url: OURS, transport: 'JSONRPC' }],
      securityRequirements: [{ schemes: { bearer: { list: [] } } }],
    });
    const written = JSON.stringify([told, toldCard(card, '0.3', { url: OURS })]);
    expect(written).not.toMatch(/agents\.example|x-inner|signature/);
  });

  it('is told in the form that is asked for, where the agent speaks it', () => {
    const old = read({ url: 'https://agents.example.com/rpc' });
    expect(cardForm(old, '1.0')).toBe('0.3');
    expect(toldCard(old, '0.3', { url: OURS })).not.toHaveProperty('supportedInterfaces');
    expect(cardForm(read({ supportedInterfaces: [offer('1.0')] }), '0.3')).toBe('1.0');
  });
});

describe('the way to a card', () => {
  it('is the place of now, then that of old, below the address of the agent', () => {
    const hrefs = (url: string) => cardAddresses(url).map(({ href }) => href);
    expect(hrefs('https://a.example.com/x/?y=1')).toEqual([
      'https://a.example.com/x/.well-known/agent-card.json',
      'https://a.example.com/x/.well-known/agent.json',
    ]);
    expect(hrefs('https://a.example.com/card.json')).toEqual(['https://a.example.com/card.json']);
  });

  it('goes on to the old place where there is none at the new', async () => {
    const card = JSON.stringify({ ...words, url: 'https://a.example.com/rpc' });
    const found = await findCard('https://a.example.com', ({ pathname }) =>
      Promise.resolve(
        pathname.endsWith('/agent.json')
          ? { status: 200, body: Buffer.from(card) }
          : { status: 404, body: Buffer.from('no') },
      ),
    );
    expect(found).toMatchObject({ status: 200, card: { said: { name: 'Planner' } } });
  });

  it.each([
    [401, 'does not take our credential'],
    [302, 'sends elsewhere'],
    [404, 'no agent card at its address'],
    [500, 'answers 500'],
  ])('says what to do about a %i', async (status, why) => {
    const asked = () => Promise.resolve({ status, body: Buffer.from('{}') });
    const found = await findCard('https://a.example.com', asked);
    expect(found).toMatchObject({ status, why: expect.stringContaining(why) as string });
  });

  it('takes no page for a card', async () => {
    const asked = () => Promise.resolve({ status: 200, body: Buffer.from('<html>') });
    expect(await findCard('https://a.example.com', asked)).toMatchObject({
      why: 'what it answers is no agent card',
    });
  });
});

it('reads versions by their first two numbers', () => {
  expect(['1.0', '1', '0.3.0', ' 0.3 ', '1.1', '', 'x'].map(versionOf)).toEqual([
    '1.0',
    '1.0',
    '0.3',
    '0.3',
    undefined,
    undefined,
    undefined,
  ]);
});
