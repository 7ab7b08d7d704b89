import { expect, it } from 'vitest';
import { PlainRoutes } from './open-lane.ts';

const chat = () => undefined;
const gemini = () => undefined;

it('finds the route of an address by its path, or by what its protocol says of addresses, and no other', () => {
  const routes = new PlainRoutes();
  routes.add({ paths: ['/v1/chat/completions', '/openai/deployments/:d/chat/completions'] }, chat);
  const plainTargets = /^\/v1beta\/models\/[\w.-]+:generateContent$/;
  routes.add({ paths: ['/v1beta/models/*call'], plainTargets }, gemini);
  expect(routes.get('/v1/chat/completions')).toBe(chat);
  expect(routes.get('/v1beta/models/flash-1.5:generateContent')).toBe(gemini);
  expect(routes.has('/v1/chat/completions?a')).toBe(false);
  expect(routes.has('/openai/deployments/:d/chat/completions')).toBe(false);
  expect(routes.has('/v1beta/models/a%2fb:generateContent')).toBe(false);
  expect(routes.has('*')).toBe(false);
});
