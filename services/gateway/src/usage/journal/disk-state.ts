/** How the disk takes what is written. */
export const DISK_STATES = ['ok', 'slow', 'full', 'read_only', 'failing'] as const;

export type DiskState = (typeof DISK_STATES)[number];

const STATES: Readonly<Record<string, DiskState>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EROFS: 'read_only',
  EACCES: 'read_only',
  EPERM: 'read_only',
};

/** What an error of the system says about the disk. */
export const stateOf = (error: unknown): DiskState =>
  STATES[(error as NodeJS.ErrnoException).code ?? ''] ?? 'failing';
