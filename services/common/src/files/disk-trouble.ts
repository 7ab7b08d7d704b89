/** Why a disk takes nothing: no room, mounted for reading, not allowed to this process, or broken or out of handles. */
export type DiskTrouble = 'full' | 'read_only' | 'forbidden' | 'failing';

const TROUBLES: Readonly<Record<string, DiskTrouble>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EROFS: 'read_only',
  EACCES: 'forbidden',
  EPERM: 'forbidden',
  EIO: 'failing',
  EMFILE: 'failing',
  ENFILE: 'failing',
};

/** What an error of the system says of the disk; undefined where it says nothing of it. */
export function diskTroubleOf(error: unknown): DiskTrouble | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const code = String(error.code);
  return Object.hasOwn(TROUBLES, code) ? TROUBLES[code] : undefined;
}
