import { ofDeployment, deploymentsOf } from '../deployments.ts';
import { guardMedia } from '../media/guard-media.ts';
import { guardTranscript, guardTranscriptJson } from '../media/guarded-transcript.ts';
import { GuardedMediaStream } from '../media/guarded-media-stream.ts';
import { ImagesDocument } from '../media/images-document.ts';
import { MediaStream } from '../media/media-stream.ts';
import { imagesUsage, transcriptCharacters, transcriptUsage } from '../media/media-usage.ts';
import { transcriptDocument } from '../media/transcript-document.ts';
import { errorBody, eventOf, toOpenAiError } from '../openai-chat/error-body.ts';
import { refusalReason } from '../openai-chat/refusal-reason.ts';
import type { PlainAnswers } from '../plain/plain-request.ts';
import { isBadRequest, type Protocol } from '../protocol.ts';
import { FORM_RULES, type FormKind } from './form-kinds.ts';
import { FormRequest } from './form-request.ts';
import { readFormRequest } from './read-form-request.ts';

/** What sets one kind of forms apart. */
interface FormApi {
  readonly kind: FormKind;
  /** As OpenAI has it below its version. */
  readonly path: string;
  readonly modes: readonly string[];
  readonly reader: PlainAnswers;
  readonly own: Pick<Protocol, 'usageOf' | 'charactersOf' | 'guardDocument' | 'guardStream'> &
    Partial<Protocol>;
}

/** Forms are read where they are, whatever their size: only what stands between files is looked at byte by byte. */
function formProtocol({ kind, path, modes, reader, own }: FormApi): Protocol {
  const rules = FORM_RULES[kind];
  const { paths, ...address } = deploymentsOf(path);
  const read: Protocol['read'] = (body, at, contentType) => {
    const found = readFormRequest(body, contentType, rules);
    const facts = isBadRequest(found) ? found : ofDeployment(found, at);
    if (isBadRequest(facts)) return facts;
    return new FormRequest(body.length, facts, { rules, reader, address: at });
  };
  return {
    ...{ name: kind, format: kind, paths: [`/v1${path}`, path, ...paths], modes },
    ...address,
    read,
    readLarge: (body, done, at, contentType) => {
      done(read(body, at, contentType));
    },
    errorBody,
    providerError: toOpenAiError,
    refusalReason,
    errorEvent: eventOf,
    ...own,
  };
}

const TRANSCRIPT_STREAM = { end: /^transcript\.text\.done$/, isText: true } as const;

const OF_SOUNDS = {
  modes: ['transcription', 'audio'],
  reader: {
    openDocument: transcriptDocument,
    openStream: (_, answers) => new MediaStream(TRANSCRIPT_STREAM, answers),
  },
  own: {
    // `stream` is ignored for whisper-1 (OpenAI's API reference, "Create transcription").
    mayAnswerWhole: true,
    usageOf: transcriptUsage,
    charactersOf: transcriptCharacters,
    guardDocument: guardTranscript,
    guardStream: (guard) => new GuardedMediaStream(guard, guardTranscriptJson),
  },
} as const satisfies Pick<FormApi, 'modes' | 'reader' | 'own'>;

const IMAGE_STREAM = { end: /^image_\w+\.completed$/, makesImages: true, isText: false } as const;

const OF_PICTURES = {
  modes: ['image'],
  reader: {
    openDocument: () => new ImagesDocument(),
    openStream: (_, answers) => new MediaStream(IMAGE_STREAM, answers),
  },
  own: {
    isMedia: true,
    // As images that are made of a text.
    mayAnswerWhole: true,
    usageOf: imagesUsage,
    charactersOf: () => 0,
    guardDocument: guardMedia,
    guardStream: (guard) => new GuardedMediaStream(guard),
  },
} as const satisfies Pick<FormApi, 'modes' | 'reader' | 'own'>;

/** OpenAI's forms with files: texts of sounds, in their language or in English, and images that are made of others. */
export const FORMS: readonly Protocol[] = [
  formProtocol({ kind: 'transcriptions', path: '/audio/transcriptions', ...OF_SOUNDS }),
  formProtocol({ kind: 'translations', path: '/audio/translations', ...OF_SOUNDS }),
  formProtocol({ kind: 'image-edits', path: '/images/edits', ...OF_PICTURES }),
  formProtocol({ kind: 'image-variations', path: '/images/variations', ...OF_PICTURES }),
];
