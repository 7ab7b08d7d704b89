import type { Fault } from '../../conversation/answer-event.ts';
import type { JsonObject } from '../../conversation/conversation.ts';
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
    const { body: written, told } = vendor.write(asked, model);
    return {
      body: Buffer.from(JSON.stringify(written)),
      dropped: Object.keys(asked.others).filter((name) => !told.includes(name)),
      answerOf: (answer) => client.write(vendor.read(answer, asked), asked, model),
    };
  },
  readFault: (body, status) => vendor.readFault(body, status),
  writeFault: (fault, status) => client.writeFault(fault, status),
});

/** Whether all of them are vectors of finite numbers: JSON has no others, and what is written as 1e999 is read as one. */
export const areVectors = (values: readonly unknown[]): values is readonly (readonly number[])[] =>
  values.every((one) => Array.isArray(one) && one.length > 0 && one.every(Number.isFinite));
