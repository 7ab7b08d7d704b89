import { flacLength } from './flac-length.ts';
import { mp3Length } from './mp3-length.ts';
import { mp4Length } from './mp4-length.ts';
import { oggLength } from './ogg-length.ts';
import { wavLength } from './wav-length.ts';
import { webmLength } from './webm-length.ts';

/** Each reads the head of one form, and answers milliseconds, or undefined where it is another form or does not say. */
const FORMS = [wavLength, flacLength, oggLength, mp4Length, webmLength, mp3Length];

/** Bits a second of a sound that says nothing of its length: speech as it is usually compressed. */
const USUAL_BITRATE = 32_000;
/** No speech is written with fewer bits a second. */
const LEAST_BITRATE = 1_000;
/** No sound that is sent has more, nor a film of which only the sound is heard. */
const MOST_BITRATE = 20_000_000;

const lengthAt = (bytes: number, bitrate: number): number => (bytes * 8 * 1000) / bitrate;

/** Whether so many bytes can be a sound of so many milliseconds, whatever their sender says. */
export const canLast = (ms: number, bytes: number): boolean =>
  ms >= lengthAt(bytes, MOST_BITRATE) && ms <= lengthAt(bytes, LEAST_BITRATE) + 1000;

/** How long a sound is, in whole milliseconds, 1 at least: as its head says where that can be, else by its size. No more than its head and its end are read. */
export function soundLength(file: Buffer): number {
  const said = FORMS.map((form) => form(file)).find((ms) => ms !== undefined);
  const isTrue = said !== undefined && canLast(said, file.length);
  return Math.max(1, Math.round(isTrue ? said : lengthAt(file.length, USUAL_BITRATE)));
}
