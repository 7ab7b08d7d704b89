import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withoutBase } from './without-base.ts';

const DOCKERFILE = join(import.meta.dirname, '../../../../Dockerfile');

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
