import type {
  AudioPart,
  FilePart,
  ImagePart,
  JsonObject,
  MediaSource,
} from '../conversation/conversation.ts';
import { Untranslatable } from '../format.ts';
import type { DocumentNames } from './converse-names.ts';

const IMAGES: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/jpg': 'jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};
const DOCUMENTS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'text/csv': 'csv',
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'text/html': 'html',
  'text/plain': 'txt',
  'text/markdown': 'md',
};
const VIDEOS: Readonly<Record<string, string>> = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'video/x-matroska': 'mkv',
  'video/x-flv': 'flv',
  'video/mpeg': 'mpeg',
  'video/x-ms-wmv': 'wmv',
  'video/3gpp': 'three_gp',
};
const SOUNDS: Readonly<Record<string, string>> = {
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/flac': 'flac',
  'audio/ogg': 'ogg',
  'audio/opus': 'opus',
  'audio/aac': 'aac',
  'audio/webm': 'webm',
  'audio/mp4': 'm4a',
};

export const imageBlock = ({ source }: ImagePart): JsonObject => ({
  image: { format: formatOf(source, IMAGES, 'pictures'), source: bytesOf(source, 'pictures') },
});

export const audioBlock = ({ source }: AudioPart): JsonObject => ({
  audio: { format: formatOf(source, SOUNDS, 'sounds'), source: bytesOf(source, 'sounds') },
});

/** A document, a video, or a picture that came as a file. */
export function fileBlock({ source, name }: FilePart, names: DocumentNames): JsonObject {
  const type = mediaTypeOf(source);
  if (type.startsWith('image/')) return imageBlock({ kind: 'image', source });
  if (type.startsWith('video/'))
    return {
      video: { format: formatOf(source, VIDEOS, 'videos'), source: bytesOf(source, 'videos') },
    };
  return {
    document: {
      format: formatOf(source, DOCUMENTS, 'documents'),
      name: names.write(name),
      source: bytesOf(source, 'documents'),
    },
  };
}

function formatOf(
  source: MediaSource,
  formats: Readonly<Record<string, string>>,
  what: string,
): string {
  const type = mediaTypeOf(source);
  const format = formats[type];
  if (format !== undefined) return format;
  // An address says it by its end.
  const end = 'url' in source ? (/\.(?<end>[a-z0-9]+)$/i.exec(source.url)?.groups?.end ?? '') : '';
  const byEnd = Object.values(formats).find((one) => one === end.replace('jpg', 'jpeg'));
  if (byEnd !== undefined) return byEnd;
  const taken = [...new Set(Object.values(formats))].join(', ');
  throw new Untranslatable(
    `Amazon Bedrock takes ${what} as ${taken}, not ${type || 'of an unknown type'}.`,
    'messages',
  );
}

const mediaTypeOf = (source: MediaSource): string =>
  ('mediaType' in source ? (source.mediaType ?? '') : '').toLowerCase();

function bytesOf(source: MediaSource, what: string): JsonObject {
  if ('data' in source) return { bytes: source.data };
  throw new Untranslatable(
    `Send ${what} as bytes (data:…;base64,…): Amazon Bedrock reads no address but s3://, and that with the rights of the provider’s credential, which are not the client’s.`,
    'messages',
  );
}
