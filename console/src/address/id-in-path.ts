/**
 * An id as one part of a path. Browsers fold `.` and `..` away, also where they are written `%2e`, and a request for what is below something would be one for the thing
 * itself: these two get a sign that no id has, so that nothing is found.
 */
export const idInPath = (id: string): string =>
  id === '.' || id === '..' ? `${id}%7F` : encodeURIComponent(id);
