import type { Fault } from '../../conversation/answer-event.ts';
import type { JsonObject } from '../../conversation/conversation.ts';
import { Untranslatable } from '../../format.ts';
import type { DocumentTranslation } from '../document-translation.ts';

/** A request for embeddings, as far as every vendor has a word for it. */
export interface EmbeddingsAsked {
  readonly texts: readonly string[];
  readonly dimensions: number | undefined;
  /** Whether vectors come in base64, as little-endian floats of 32 bits. */
  readonly isBase64: boolean;
  /** Members that are set beside these, by the names that the client's API has for them: one vendor or another may be told. */
  readonly others: JsonObject;
}

/** An answer. */
export interface EmbeddingsGiven {
  /** As many as there were texts, in their order. */
  readonly vectors: readonly (readonly number[])[];
  /** As the vendor counted them; undefined where it did not. */
  readonly tokens: number | undefined;
}

/** An API of embeddings that clients speak. */
export interface EmbeddingsClient {
  /** Throws `Untranslatable`. */
  read(body: Buffer): EmbeddingsAsked;
  write(given: EmbeddingsGiven, asked: EmbeddingsAsked, model: string): Buffer;
  writeFault(fault: Fault, status: number): Buffer;
}

/** An API of embeddings that vendors speak. */
export interface EmbeddingsVendor {
  /** Texts that it takes at a time; absent: as many as its model does. */
  readonly mostTexts?: number;
  /** `told`: those of `others` that the vendor is told. */
  write(
    asked: EmbeddingsAsked,
    model: string,
  ): { readonly body: JsonObject; readonly told: readonly string[] };
  /** Throws `Undecodable`. */
  read(answer: Buffer, asked: EmbeddingsAsked): EmbeddingsGiven;
  readFault(body: Buffer, status: number): Fault;
}

/** The way from one API of embeddings into another. */
export const embeddingsBetween = (
  client: EmbeddingsClient,
  vendor: EmbeddingsVendor,
): DocumentTranslation => ({
  translate(body, { model }) {
    const asked = client.read(body);
    const [share, ...shares] = sharesOf(asked, vendor.mostTexts);
    const { body: written, told } = vendor.write(share, model);
    const bytesOf = (request: JsonObject): Buffer => Buffer.from(JSON.stringify(request));
    return {
      body: bytesOf(written),
      more: shares.map((one) => bytesOf(vendor.write(one, model).body)),
      dropped: Object.keys(asked.others).filter((name) => !told.includes(name)),
      answerOf(answer, more = []) {
        const rest = shares.map((one, at) => vendor.read(more[at] ?? NOTHING, one));
        return client.write(together([vendor.read(answer, share), ...rest]), asked, model);
      },
    };
  },
  readFault: (body, status) => vendor.readFault(body, status),
  writeFault: (fault, status) => client.writeFault(fault, status),
});

const NOTHING = Buffer.alloc(0);
/** So often a vendor is asked for one request. */
const MOST_SHARES = 32;

/** A request as several of which the vendor takes each. Throws `Untranslatable`. */
function sharesOf(
  asked: EmbeddingsAsked,
  most = Infinity,
): readonly [EmbeddingsAsked, ...EmbeddingsAsked[]] {
  const { texts } = asked;
  if (texts.length <= most) return [asked];
  if (texts.length > MOST_SHARES * most)
    throw new Untranslatable(
      `The provider of this model takes ${most} texts at a time: send at most ${MOST_SHARES * most} in one request.`,
      'input',
    );
  const rest: EmbeddingsAsked[] = [];
  for (let from = most; from < texts.length; from += most)
    rest.push({ ...asked, texts: texts.slice(from, from + most) });
  return [{ ...asked, texts: texts.slice(0, most) }, ...rest];
}

/** What was given for all of them; tokens are counted where they were for each. */
const together = (given: readonly EmbeddingsGiven[]): EmbeddingsGiven => ({
  vectors: given.flatMap(({ vectors }) => vectors),
  tokens: given.reduce<number | undefined>(
    (sum, { tokens }) => (sum === undefined || tokens === undefined ? undefined : sum + tokens),
    0,
  ),
});

/** Whether all of them are vectors of finite numbers: JSON has no others, and what is written as 1e999 is read as one. */
export const areVectors = (values: readonly unknown[]): values is readonly (readonly number[])[] =>
  values.every((one) => Array.isArray(one) && one.length > 0 && one.every(Number.isFinite));
