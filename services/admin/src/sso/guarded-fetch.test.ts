import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  addressGuard,
  LOCAL_TOO,
  PUBLIC_ONLY,
  ForbiddenAddress,
} from '@aicp/common/http/address-guard';
import { describe, expect, it } from 'vitest';
import { guardedFetch } from './guarded-fetch.ts';

const inside = guardedFetch(addressGuard(LOCAL_TOO));
const outside = guardedFetch(addressGuard(PUBLIC_ONLY));
const GET = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' } as const;

/** A server that answers so, while something is done with its port. */
async function serving(answer: RequestListener, work: (port: number) => Promise<void>) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  try {
    await work((server.address() as AddressInfo).port);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('what is sent to a provider', () => {
  it('reaches it with its form, and brings its answer back', async () => {
    const echo: RequestListener = (request, response) => {
      response.writeHead(201, { 'x-a': ['1', '2'] });
      request.pipe(response);
    };
    await serving(echo, async (port) => {
      const body = new URLSearchParams({ code: 'a b' });
      const answer = await inside(`http://127.0.0.1:${port}/`, { ...GET, method: 'POST', body });
      expect([answer.status, answer.headers.get('x-a')]).toEqual([201, '1, 2']);
      expect(await answer.text()).toBe('code=a+b');
    });
  });

  it('does not go to this machine, by number or by name, unless that is allowed', async () => {
    let requests = 0;
    const count: RequestListener = (_, response) => {
      requests += 1;
      response.end();
    };
    await serving(count, async (port) => {
      for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]']) {
        const sent = outside(`http://${host}:${port}/`, GET);
        await expect(sent, host).rejects.toBeInstanceOf(ForbiddenAddress);
      }
      expect(requests).toBe(0);
    });
  });

  it('does not follow where an answer leads', async () => {
    const lead: RequestListener = (_, response) => {
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    };
    await serving(lead, async (port) => {
      expect((await inside(`http://127.0.0.1:${port}/`, GET)).status).toBe(302);
    });
  });

  it('ends with an answer that is longer than any honest one', async () => {
    const flood: RequestListener = (_, response) => {
      response.end(Buffer.alloc(2_000_000));
    };
    await serving(flood, async (port) => {
      await expect(inside(`http://127.0.0.1:${port}/`, GET)).rejects.toThrow('too long');
    });
  });
});
