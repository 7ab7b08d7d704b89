import type { Fault } from '../../conversation/answer-event.ts';
import type { JsonObject } from '../../conversation/conversation.ts';
import { Undecodable } from '../../format.ts';
import type { DocumentTranslation } from '../document-translation.ts';
import type { EmbeddingsAsked } from './embeddings-asked.ts';
import { requireRoom } from './answer-size.ts';
import { sharesOf, type Share } from './shares.ts';

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
  /** How many numbers a vector of a model has where the request does not say; undefined: nobody knows. */
  readonly dimensionsOf?: (model: string) => number | undefined;
  /** What it takes at a time for a model; absent: as much as its model does. */
  readonly atOnce?: (model: string) => Share;
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
    requireRoom(asked, vendor.dimensionsOf?.(model));
    const shares = sharesOf(asked, vendor.atOnce?.(model));
    const [share, ...rest] = shares;
    const first = vendor.write(share, model);
    const others = rest.map((one) => vendor.write(one, model));
    const isTold = (name: string): boolean =>
      [first, ...others].every(({ told }) => told.includes(name));
    const given: EmbeddingsGiven[] = [];
    return {
      body: bytesOf(first.body),
      more: others.map((one) => bytesOf(one.body)),
      dropped: Object.keys(asked.others).filter((name) => !isTold(name)),
      take(answer) {
        const part = shares[given.length];
        if (!part) throw new Undecodable('it is more than was asked for');
        given.push(vendor.read(answer, part));
      },
      answer() {
        if (given.length < shares.length) throw new Undecodable('a part of it is missing');
        return client.write(together(given), asked, model);
      },
    };
  },
  readFault: (body, status) => vendor.readFault(body, status),
  writeFault: (fault, status) => client.writeFault(fault, status),
});

const bytesOf = (request: JsonObject): Buffer => Buffer.from(JSON.stringify(request));

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
