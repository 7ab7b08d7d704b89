/** What is wrong with a form, and what to do. */
export class FormFault extends Error {
  override readonly name = 'FormFault';
}
