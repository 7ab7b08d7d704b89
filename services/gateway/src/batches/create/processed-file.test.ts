import { ManualClock } from '@aicp/common/kubernetes/testing/manual-clock';
import { describe, expect, it } from 'vitest';
import type { Asked } from '../../calls/asked/asked.ts';
import type { Place } from '../../files/asking/places.ts';
import type {
  ResourceRequest,
  UpstreamReceiver,
} from '../../providers/upstream/provider-client.ts';
import { processedFile } from './processed-file.ts';

/** Asks for a file of a provider that tells of it in these states, the last one for good. */
function asking(states: readonly string[], processesFiles = true) {
  const clock = new ManualClock();
  const leaving = new AbortController();
  const paths: string[] = [];
  const askFor = ({ path }: ResourceRequest, receiver: UpstreamReceiver) => {
    const status = states[Math.min(paths.length, states.length - 1)];
    paths.push(path);
    setImmediate(() => {
      receiver.onStart(200, {});
      receiver.onData(Buffer.from(JSON.stringify({ id: 'file-1', status })));
      receiver.onEnd();
    });
    return { pause: nothing, resume: nothing, cancel: nothing };
  };
  const guard = { clean: (body: Buffer) => body };
  const batches = { urlOf: (endpoint: string) => endpoint, processesFiles };
  const place = {
    provider: { id: 'azure', timeLimits: { connectMs: 1, firstByteMs: 1, idleMs: 1 } },
    target: { client: { askFor, guard, batches } },
  } as unknown as Place;
  const asked = {
    ...{ caller: { gateway: { clock }, requestId: 'r' }, left: leaving.signal },
  } as unknown as Asked;
  const told = processedFile(asked, place, { id: 'file-1', ids: new Map() });
  return { clock, leaving, paths, told };
}

const nothing = (): void => undefined;

describe('a file that a batch is to be made of', () => {
  it('is waited for until its provider has processed it', async () => {
    const { clock, paths, told } = asking(['pending', 'running', 'processed']);
    await clock.advance(2_000);
    expect(await told).toMatchObject({ document: { status: 'processed' } });
    expect(paths).toEqual(['/files/file-1', '/files/file-1', '/files/file-1']);
  });

  it('is told as it is where its provider could not process it', async () => {
    const { clock, told } = asking(['pending', 'error']);
    await clock.advance(2_000);
    expect(await told).toMatchObject({ document: { status: 'error' } });
  });

  it('is waited for two minutes at most', async () => {
    const { clock, paths, told } = asking(['pending']);
    await clock.advance(125_000);
    expect(await told).toMatchObject({ status: 504 });
    expect(paths.length).toBeLessThan(35);
  });

  it('is not waited for where nobody waits for the batch', async () => {
    const { clock, leaving, paths, told } = asking(['pending']);
    await clock.advance(100);
    leaving.abort();
    expect(await told).toMatchObject({ status: 504 });
    expect(paths).toHaveLength(1);
  });

  it('is not waited for at a provider that makes batches of files at once', async () => {
    const { paths, told } = asking(['uploaded'], false);
    expect(await told).toMatchObject({ document: { status: 'uploaded' } });
    expect(paths).toHaveLength(1);
  });
});
