import { expect, it } from 'vitest';
import { likelyGateway } from './gateway-address.ts';

it.each([
  ['http://127.0.0.1:8086/', 'http://127.0.0.1:4000'],
  ['http://localhost:8116/', 'http://localhost:4030'],
  ['http://localhost:5173/', 'http://localhost:4000'],
  ['https://console.example.com/', 'https://gateway.example.com'],
])('guesses from %s', (console, gateway) => {
  expect(likelyGateway(new URL(console))).toBe(gateway);
});
