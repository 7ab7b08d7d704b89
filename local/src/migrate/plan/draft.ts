import type { Part } from '../source/part.ts';

export type Spec = Readonly<Record<string, unknown>>;

/** An object that is to be made, and what of the file it is made of. */
export interface Draft {
  readonly kind: string;
  readonly name: string;
  readonly spec: Spec;
  readonly from: Part;
}
