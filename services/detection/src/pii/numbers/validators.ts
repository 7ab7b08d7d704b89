import { createRequire } from 'node:module';

/** A check of the package `validator`. Its files differ in how they export it: here each is taken as what it is. */
interface Checks {
  readonly default: (text: string, country?: string) => boolean;
}

const require = createRequire(import.meta.url);

export const isIban = (require('validator/lib/isIBAN.js') as Checks).default;
export const isTaxId = (require('validator/lib/isTaxID.js') as Checks).default;
