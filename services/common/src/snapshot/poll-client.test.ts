import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PollRequest } from '@aicp/contracts/poll/poll';
import { describe, expect, it } from 'vitest';
import { PollClient, PollError } from './poll-client.ts';
import { snapshotWith } from './testing/started-receiver.ts';

const REQUEST: PollRequest = {
  instance: { service: 'gateway', name: 'g', version: '1', startedAt: '2026-01-01T00:00:00Z' },
  have: null,
  applied: null,
  rejected: null,
  wait_seconds: 0,
};

const never = new AbortController().signal;

async function operatorThat(
  answer: (response: ServerResponse, request: IncomingMessage) => void,
  token: () => Promise<string> = () => Promise.resolve('t'),
) {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      answer(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const operatorUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = new PollClient({ operatorUrl, token });
  return {
    client,
    [Symbol.asyncDispose]: async () => {
      await client.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('a poll', () => {
  it('brings a snapshot, and shows the token of the moment', async () => {
    const { manifest, degraded, contents } = snapshotWith({ models: '[]' });
    const shown: (string | undefined)[] = [];
    let turn = 0;
    await using operator = await operatorThat(
      (response, request) => {
        shown.push(request.headers.authorization);
        response.end(JSON.stringify({ manifest, degraded, changed: contents }));
      },
      () => Promise.resolve(`token-${(turn += 1)}`),
    );
    const answer = await operator.client.poll(REQUEST, never);
    expect(answer.newer).toEqual({ manifest, degraded, changed: contents });
    await operator.client.poll(REQUEST, never);
    expect(shown).toEqual(['Bearer token-1', 'Bearer token-2']);
  });

  it('brings nothing where nothing is newer', async () => {
    await using operator = await operatorThat((response) => response.writeHead(204).end());
    const { newer, expectedReplicas } = await operator.client.poll(REQUEST, never);
    expect([newer, expectedReplicas]).toEqual([undefined, undefined]);
  });

  it.each([
    ['3', 3],
    ['0', 0],
    ['many', undefined],
  ])('hears how many replicas there are, with or without a snapshot: %s', async (said, heard) => {
    await using operator = await operatorThat((response) => {
      response.setHeader('x-aicp-replicas', said);
      response.writeHead(204).end();
    });
    const { expectedReplicas } = await operator.client.poll(REQUEST, never);
    expect(expectedReplicas).toBe(heard);
  });

  it.each([
    [401, 'who are you'],
    [500, 'oops'],
  ])('that is answered %i fails with what was said', async (status, text) => {
    await using operator = await operatorThat((response) => response.writeHead(status).end(text));
    const polled = operator.client.poll(REQUEST, never);
    await expect(polled).rejects.toThrow(PollError);
    await expect(polled).rejects.toThrow(`${status}: ${text}`);
  });

  it('that is answered with something else fails', async () => {
    await using operator = await operatorThat((response) => response.end('{"manifest":1}'));
    await expect(operator.client.poll(REQUEST, never)).rejects.toThrow(PollError);
  });

  it('that is given up ends at once', async () => {
    await using operator = await operatorThat(() => undefined);
    const givingUp = new AbortController();
    const polled = operator.client.poll({ ...REQUEST, wait_seconds: 50 }, givingUp.signal);
    givingUp.abort();
    await expect(polled).rejects.toThrow();
  });
});
