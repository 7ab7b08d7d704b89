/** Members of answers that hold what nobody can look at, and what that is. Addresses of pictures are such: what stands there, nobody reads. */
export const MEDIA_MEMBERS: ReadonlyMap<string, string> = new Map([
  ['b64_json', 'image'],
  ['url', 'image'],
  ['audio', 'audio'],
]);
