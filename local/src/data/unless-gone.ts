/** What a process's files say, or `otherwise` where it ended meanwhile or is somebody else's. */
export function unlessGone<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code && ['ENOENT', 'EACCES', 'EPERM', 'ESRCH'].includes(code)) return otherwise;
    throw error;
  }
}
