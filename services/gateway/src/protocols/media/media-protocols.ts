import { deploymentsOf } from '../deployments.ts';
import { plainProtocol, type PlainThread } from '../plain/plain-protocol.ts';
import type { Protocol } from '../protocol.ts';
import { guardMedia } from './guard-media.ts';
import { GuardedMediaStream } from './guarded-media-stream.ts';
import { ImagesDocument } from './images-document.ts';
import { MediaStream } from './media-stream.ts';
import { imagesUsage } from './media-usage.ts';

const { paths: AZURE_IMAGES, ...AZURE_ADDRESS } = deploymentsOf('/images/generations');

const IMAGE_STREAM = { end: /^image_\w+\.completed$/, makesImages: true, isText: false } as const;

/** What all of them do otherwise than requests whose answers are text. */
const MEDIA = {
  isMedia: true,
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
      own: { ...AZURE_ADDRESS, ...MEDIA, usageOf: imagesUsage },
    },
    thread,
  );
