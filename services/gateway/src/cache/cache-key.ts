import { hash } from 'node:crypto';
import type { CacheTerms } from '@aicp/contracts/snapshot/sections/policies';
import type { RuntimeModel } from '../routing/runtime.ts';
import type { CacheScope } from './cache-scope.ts';
import type { OpenedQuestion } from './questions/opened-question.ts';

/** What an answer depends on, beside who may have it. */
export interface Question {
  /** Of the API that the client speaks. */
  readonly protocol: string;
  /** All of the request that decides its answer, in one form for requests that mean the same. */
  readonly canonical: string;
  /** Who is asked first. */
  readonly model: Pick<RuntimeModel, 'id' | 'upstreamModel'> & {
    readonly provider: Pick<RuntimeModel['provider'], 'id' | 'identity'>;
  };
  /** The guardrails that act on the request, as one text; undefined where none does. */
  readonly guardrails: string | undefined;
  /** Of the asker. */
  readonly organization: string | undefined;
}

/** Where an answer is kept: SHA-256 of its scope, and of all that it depends on. */
export class CacheKey {
  /** 32 bytes. */
  readonly digest: Buffer;
  /** Objects that only look like one are none to the compiler. */
  protected readonly isMade = true;

  private constructor(digest: Buffer) {
    this.digest = digest;
  }

  static of(
    scope: CacheScope,
    { protocol, canonical, model, guardrails, organization }: Question,
    { scope: setting, epoch, organizationEpochs }: CacheTerms,
  ): CacheKey {
    const { id, upstreamModel, provider } = model;
    const epochs = [epoch, organizationEpochOf(organizationEpochs, organization)];
    const served = [id, upstreamModel, provider.id, provider.identity];
    const parts = [setting, scope.text, epochs, served, guardrails ?? null, protocol, canonical];
    return new CacheKey(hash('sha256', JSON.stringify(parts), 'buffer'));
  }

  /**
   * Where the answer is to a question of which another gateway told. It is of the scope of the group for which that was sealed: the seal's key is made of
   * the group's digest, and that of the scope.
   */
  static toldBy({ digest }: OpenedQuestion): CacheKey {
    return new CacheKey(digest);
  }
}

const organizationEpochOf = (
  epochs: CacheTerms['organizationEpochs'],
  organization: string | undefined,
): number =>
  (organization !== undefined && epochs && Object.hasOwn(epochs, organization)
    ? epochs[organization]
    : undefined) ?? 0;
