/** What is asked before something is done. */
export interface Question {
  readonly title: string;
  readonly text: string;
  /** On the button that does it: "Delete". */
  readonly action: string;
  readonly isDangerous?: boolean;
}
