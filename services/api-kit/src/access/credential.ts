import { z } from 'zod';

/** A person as the OpenID provider of an organization knows them. */
export const identity = z.object({
  /** metadata.name of the Organization whose provider it was; the person counts there alone, whatever their address. */
  organization: z.string(),
  /** metadata.uid of that Organization: one of the same name with another uid knows nobody. */
  organizationUid: z.string().optional(),
  /** Issuer and client that the organization named at that time: with others, the same subject is another person. */
  issuer: z.string(),
  client: z.string(),
  /** The name of the person at that provider. */
  subject: z.string(),
  email: z.string().optional(),
  /** Whether the provider vouches for the address. */
  isEmailVerified: z.boolean(),
  /** What the person claimed that the role mapping asks for, each as `factOf`. */
  facts: z.array(z.string()),
});
export type Identity = z.output<typeof identity>;

/** What somebody signed in with, as tokens and sessions remember it. What it is worth is asked anew each time. */
export const credential = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('key'),
    /** metadata.uid of the APIKey. */
    uid: z.string(),
    /** The start of the SHA-256 of the key: a rotated key has two, and the old one ends before the new one. */
    hash: z.string(),
    /** The key's token generation when it signed in; absent: 0. */
    generation: z.number().optional(),
  }),
  z.object({ type: z.literal('identity'), identity }),
]);
export type Credential = z.output<typeof credential>;

/** Whose a credential is: the same text for the same key, and for the same person at the same provider, whatever they were given since. */
export const holderOf = (of: Credential): string => {
  if (of.type === 'key') return `key ${of.uid}`;
  const { organization, issuer, client, subject } = of.identity;
  return `identity ${JSON.stringify([organization, issuer, client, subject])}`;
};

/** So much of a hash tells two apart. */
const HASH_CHARACTERS = 16;

/** What a credential says of the hash of a key. */
export const startOfHash = (hash: string): string => hash.slice(0, HASH_CHARACTERS);
