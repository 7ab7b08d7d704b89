import { deploymentsOf } from '../deployments.ts';
import { plainProtocol, type PlainThread } from '../plain/plain-protocol.ts';
import type { Protocol } from '../protocol.ts';
import { guardMedia } from './guard-media.ts';
import { GuardedMediaStream } from './guarded-media-stream.ts';
import { ImagesDocument } from './images-document.ts';
import { MediaStream } from './media-stream.ts';
import { imagesUsage } from './media-usage.ts';
import { SoundDocument } from './sound-document.ts';

const { paths: AZURE_IMAGES, ...IMAGES_ADDRESS } = deploymentsOf('/images/generations');
const { paths: AZURE_SPEECH, ...SPEECH_ADDRESS } = deploymentsOf('/audio/speech');

const IMAGE_STREAM = { end: /^image_\w+\.completed$/, makesImages: true, isText: false } as const;

const SPEECH_STREAM = { end: /^speech\.audio\.done$/, isSound: true, isText: false } as const;

/** What all of them do otherwise than requests whose answers are text. */
const MEDIA = {
  isMedia: true,
  // Vendors that know no streams of these pass over `stream` and `stream_format`, and charge for what they made.
  mayAnswerWhole: true,
  guardDocument: guardMedia,
  guardStream: (guard) => new GuardedMediaStream(guard),
} as const satisfies Partial<Protocol>;

/** OpenAI's images, made of a text. */
export const images = (thread: PlainThread): Protocol =>
  plainProtocol(
    {
      kind: 'images',
      paths: ['/v1/images/generations', '/images/generations', ...AZURE_IMAGES],
      modes: ['image'],
      reader: {
        openDocument: () => new ImagesDocument(),
        openStream: (_, answers) => new MediaStream(IMAGE_STREAM, answers),
      },
      own: { ...IMAGES_ADDRESS, ...MEDIA, usageOf: imagesUsage },
    },
    thread,
  );

/** OpenAI's speech: a text that is spoken, as bytes of a sound or as events. */
export const speech = (thread: PlainThread): Protocol =>
  plainProtocol(
    {
      kind: 'speech',
      paths: ['/v1/audio/speech', '/audio/speech', ...AZURE_SPEECH],
      modes: ['speech', 'audio'],
      reader: {
        openDocument: (contentType) => new SoundDocument(contentType),
        openStream: (_, answers) => new MediaStream(SPEECH_STREAM, answers),
      },
      // A sound does not say what it used.
      own: { ...SPEECH_ADDRESS, ...MEDIA, usageOf: () => undefined },
    },
    thread,
  );
