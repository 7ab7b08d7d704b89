const FIRST_CHUNK = 12;
const CHUNK_HEAD = 8;
const MOST_CHUNKS = 64;

const nameAt = (file: Buffer, at: number): string => file.toString('latin1', at, at + 4);

/** The length of a WAVE file in milliseconds: its bytes of sound by those that it has a second. A recorder that did not go back leaves their number open: then all that follows is sound. */
export function wavLength(file: Buffer): number | undefined {
  if (!/^(?:RIFF|RF64)$/.test(nameAt(file, 0)) || nameAt(file, 8) !== 'WAVE') return undefined;
  let bytesASecond = 0;
  let at = FIRST_CHUNK;
  for (let chunk = 0; chunk < MOST_CHUNKS && at + CHUNK_HEAD <= file.length; chunk += 1) {
    const size = file.readUInt32LE(at + 4);
    const begin = at + CHUNK_HEAD;
    const name = nameAt(file, at);
    if (name === 'fmt ' && begin + 12 <= file.length) bytesASecond = file.readUInt32LE(begin + 8);
    if (name === 'data') {
      const rest = file.length - begin;
      const bytes = size === 0 ? rest : Math.min(size, rest);
      return bytesASecond === 0 ? undefined : (bytes * 1000) / bytesASecond;
    }
    // Chunks begin at even places.
    at = begin + size + (size % 2);
  }
  return undefined;
}
