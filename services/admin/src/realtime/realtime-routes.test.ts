import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { expect, it } from 'vitest';
import { contextOf, somebody } from '../resources/testing/resource-fixture.ts';
import { OpenStreams } from '../streams/open-streams.ts';
import type { RealtimeBoard } from './realtime-board.ts';
import { realtimeRoutes } from './realtime-routes.ts';

it('is no stream to who asks for its head alone, however often', async () => {
  const streams = new OpenStreams();
  const route = realtimeRoutes({
    ...{ streams, clock: new ManualClock(), store: { find: () => undefined } },
    board: { read: () => Promise.resolve({}) } as unknown as RealtimeBoard,
    authenticate: () => Promise.resolve(),
  }).find(({ operationId }) => operationId === 'streamRealtimeMetrics');
  const request = { method: 'HEAD', socket: {}, get: () => undefined };
  const context = contextOf(somebody('platform_admin'), { request: request as never });
  for (let asked = 0; asked < 9; asked += 1) {
    const answer = await route!.handler(context);
    expect(answer.status).toBe(200);
    const told: string[] = [];
    for await (const text of answer.stream!) told.push(text);
    expect(told).toEqual([]);
  }
});
