import { expect, it } from 'vitest';
import { diskTroubleOf } from './disk-trouble.ts';

const failed = (code: unknown): Error => Object.assign(new Error('the system said no'), { code });

it.each([
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['EROFS', 'read_only'],
  ['EACCES', 'forbidden'],
  ['EIO', 'failing'],
])('tells of %s that the disk is %s', (code, trouble) => {
  expect(diskTroubleOf(failed(code))).toBe(trouble);
});

it.each([failed('ECONNRESET'), failed('constructor'), failed(undefined), new Error('no'), null])(
  'tells nothing of a disk by %s',
  (error) => {
    expect(diskTroubleOf(error)).toBeUndefined();
  },
);
