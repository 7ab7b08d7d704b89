import type { CallerOf } from '@aicp/api-kit/access/service-token';
import { problemHandler } from '@aicp/common/errors/problem';
import { listen } from '@aicp/common/http/listen';
import { recordingLog } from '@aicp/common/kubernetes/testing/quiet';
import express from 'express';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { leaseRoute } from '../leases/lease-route.ts';
import { usageRoute } from '../usage/usage-route.ts';
import { GatewayCaller } from './gateway-caller.ts';

/** As tokens are read elsewhere. */
const callerOf: CallerOf = (token) => {
  if (token === 'of-gateway-0') return Promise.resolve({ pod: 'gateway-0' });
  return Promise.resolve(token === 'of-one-machine' ? { pod: undefined } : undefined);
};

const NOW = '2026-11-23T12:00:00.000Z';
const NOTHING = { usage: [], attempts: [], sums: [], decisions: [] };
const bodies: Readonly<Record<string, (replica: string) => object>> = {
  '/usage': (replica) => ({
    ...{ replica, sent_at: NOW, in_flight: 0, oldest_left_at: null },
    ...NOTHING,
  }),
  '/leases': (replica) => ({
    ...{ replica, session: 's', number: 1, has_delivered_older: true, counters: [] },
  }),
};

describe('a gateway that calls', () => {
  let url: string;
  let close: () => Promise<void>;
  const taken: string[] = [];

  beforeAll(async () => {
    const gateway = new GatewayCaller(callerOf);
    const take = ({ replica }: { replica: string }) => {
      taken.push(replica);
      return Promise.resolve({} as never);
    };
    const app = express();
    app.use(usageRoute({ ingestion: { take }, gateway }));
    app.use(leaseRoute({ leases: { answer: take }, gateway }));
    app.use(problemHandler(recordingLog().log, () => 'request-1'));
    const server = await listen(app, { host: '127.0.0.1', port: 0 });
    url = `http://127.0.0.1:${server.port}`;
    close = () => server.close(0);
  });
  beforeEach(() => {
    taken.length = 0;
  });
  afterAll(() => close());

  const call = async (path: string, token: string, replica: string) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(bodies[path]!(replica)),
    });
    return { status: response.status, body: await response.text() };
  };

  it.each(Object.keys(bodies))('%s is told for itself by a pod, and for no other', async (path) => {
    expect(await call(path, 'of-gateway-0', 'gateway-0')).toMatchObject({ status: 200 });
    const { status, body } = await call(path, 'of-gateway-0', 'gateway-1');
    expect(status).toBe(403);
    expect(body).toContain('The token was made for gateway-0, not for gateway-1');
    expect(taken).toEqual(['gateway-0']);
  });

  it.each(Object.keys(bodies))('%s takes any name where the token names no pod', async (path) => {
    expect(await call(path, 'of-one-machine', 'gateway-7')).toMatchObject({ status: 200 });
    expect(taken).toEqual(['gateway-7']);
  });

  it.each(Object.keys(bodies))('%s takes nothing of anybody else', async (path) => {
    expect(await call(path, 'stolen', 'gateway-0')).toMatchObject({ status: 401 });
    expect(taken).toEqual([]);
  });
});
