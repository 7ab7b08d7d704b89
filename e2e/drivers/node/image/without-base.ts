/**
 * A Containerfile that does what the last stage of our Dockerfile does, on the folder `base` of the build context instead of a base image, and
 * with `app` from there instead of from the stage before. What the Dockerfile removes from its base is not there. Throws where the
 * Dockerfile is not of the shape that this knows.
 */
export function withoutBase(dockerfile: string): string {
  const stage = dockerfile.split(/^FROM .*\n/m).at(-1) ?? '';
  const lines = stage.split('\n').filter((line) => !line.startsWith('RUN rm -rf /usr/local/'));
  const copied = lines.map((line) => line.replace(/^COPY --from=assembled \/app /, 'COPY app '));
  if (copied.some((line) => /^RUN|--from=/.test(line))) {
    throw new Error('the last stage of the Dockerfile runs or copies what only its base image has');
  }
  return ['FROM scratch', 'COPY base /', ...copied].join('\n');
}
