/** A detector that cannot be made ready: which, and what to do. */
export class DetectorFault extends Error {
  /** The id of the detector. */
  readonly detector: string;
  readonly pattern: string;

  constructor(detector: string, pattern: string, reason: string) {
    super(`Detector "${detector}": the pattern "${pattern}" ${reason}.`);
    this.name = 'DetectorFault';
    this.detector = detector;
    this.pattern = pattern;
  }
}
