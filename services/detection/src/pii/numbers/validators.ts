import { createRequire } from 'node:module';

/** A check of the package `validator`. Its files differ in how they export it: here each is taken as what it is. */
interface Checks {
  readonly default: (text: string, country?: string) => boolean;
}

const require = createRequire(import.meta.url);
const check = (name: string): Checks['default'] =>
  (require(`validator/lib/${name}.js`) as Checks).default;

export const isIban = check('isIBAN');
export const isTaxId = check('isTaxID');
