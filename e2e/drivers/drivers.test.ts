import { describe, expect, it } from 'vitest';
import { chooseDriver, type Driver } from './cluster.ts';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withoutBase } from './node/image/build-image.ts';

const driver = (name: string, ...obstacles: string[]): Driver => ({
  name,
  obstacles: async () => await Promise.resolve(obstacles),
  start: async () => await Promise.reject(new Error('nobody asked for it')),
});

describe('the choice of a driver', () => {
  it('falls on the first that can run', async () => {
    const chosen = await chooseDriver([driver('a', 'no'), driver('b'), driver('c')], undefined);
    expect(chosen.name).toBe('b');
  });

  it('falls on none but the one that is named', async () => {
    const drivers = [driver('a'), driver('b', 'b needs root')];
    await expect(chooseDriver(drivers, 'b')).rejects.toThrow('\nb: b needs root');
    expect((await chooseDriver(drivers, 'a')).name).toBe('a');
  });

  it('says of each what it lacks where none can run', async () => {
    const drivers = [driver('a', 'no Docker'), driver('b', 'no root', 'no Linux')];
    await expect(chooseDriver(drivers, undefined)).rejects.toThrow(
      'no cluster can be had on this machine:\na: no Docker\nb: no root\nb: no Linux',
    );
  });

  it('says which there are where the name is none', async () => {
    await expect(chooseDriver([driver('a'), driver('b')], 'minikube')).rejects.toThrow('a or b');
  });
});

const DOCKERFILE = join(import.meta.dirname, '../../Dockerfile');

it('does what the last stage of our Dockerfile does, on files of the build context', async () => {
  const lines = withoutBase(await readFile(DOCKERFILE, 'utf8')).split('\n');
  expect(lines.slice(0, 2)).toEqual(['FROM scratch', 'COPY base /']);
  for (const line of ['COPY app /app', 'USER 65532:65532', 'ENV NODE_ENV=production']) {
    expect(lines).toContain(line);
  }
  expect(lines.filter((line) => line.startsWith('ENTRYPOINT'))).toHaveLength(1);
  expect(lines.filter((line) => /^(FROM|RUN)/.test(line))).toEqual(['FROM scratch']);
});

it('knows nothing of earlier stages', () => {
  const text = withoutBase('FROM a AS one\nENV X=1\nFROM b\nENV Y=2\n');
  expect(text).toContain('ENV Y=2');
  expect(text).not.toContain('X=1');
});

it.each(['RUN apt-get install x', 'COPY --from=other /a /b'])(
  'refuses a last stage with "%s", which needs more than files',
  (line) => {
    expect(() => withoutBase(`FROM a\n${line}\n`)).toThrow('only its base image has');
  },
);
