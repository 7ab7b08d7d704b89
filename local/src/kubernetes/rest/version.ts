import type { JsonObject } from '../object.ts';

/** The version of Kubernetes whose behaviour is followed, and the mark by which anybody sees that this is not Kubernetes. */
export const GIT_VERSION = 'v1.36.2-aicp-embedded';

/** `/version`. */
export const versionInfo: JsonObject = {
  major: '1',
  minor: '36',
  gitVersion: GIT_VERSION,
  gitCommit: '',
  gitTreeState: 'clean',
  buildDate: '1970-01-01T00:00:00Z',
  goVersion: '',
  compiler: 'node',
  platform: `${process.platform}/${process.arch}`,
};
