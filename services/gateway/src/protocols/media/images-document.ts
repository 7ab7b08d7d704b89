import { PlainDocument } from '../plain/plain-document.ts';

/** An answer that is a list of images, as its bytes come: each counts. */
export class ImagesDocument extends PlainDocument {
  constructor() {
    super('data');
  }

  get images(): number {
    return this.items;
  }
}
