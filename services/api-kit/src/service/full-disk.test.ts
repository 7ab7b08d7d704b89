import { DatabaseUnavailable } from '@aicp/common/database/gated-pool';
import { KubernetesError } from '@aicp/common/kubernetes/errors';
import { expect, it } from 'vitest';
import { toProblem } from './create-app.ts';

const embedded = new KubernetesError({ status: 507, message: 'nothing was written' });
const etcd = new KubernetesError({
  status: 500,
  message: 'etcdserver: mvcc: database space exceeded',
});
const noRoom = Object.assign(new Error('could not extend file'), { code: '53100' });
const gaveUp = new Error('PostgreSQL gave up: could not write: No space left on device');
const database = (cause: Error) => new DatabaseUnavailable('away', { cause });

it.each([
  ['the embedded API', embedded, 'The disk that holds the objects'],
  ['etcd', etcd, 'The disk that holds the objects'],
  ['one of several writes', new AggregateError([new Error('no'), embedded]), 'The disk that holds'],
  ['PostgreSQL', database(noRoom), 'The disk of the database'],
  ['PostgreSQL that gave up', database(gaveUp), 'The disk of the database'],
])('says that a disk is full, and what to do, where %s finds no room', (_, error, disk) => {
  const problem = toProblem(error);
  expect(problem).toMatchObject({ status: 503, headers: { 'Retry-After': '60' }, cause: error });
  expect(problem?.detail).toMatch(new RegExp(`^${disk}.* is full, .*Make room on it`));
});

it.each([
  ['the Kubernetes API', new KubernetesError({ status: 500, message: 'etcd is gone' })],
  ['the database', database(new Error('Connection terminated'))],
])('says of nothing else that its disk is full: %s is away', (_, error) => {
  expect(toProblem(error)?.detail).toMatch(/does not answer: try again in a moment/);
});
