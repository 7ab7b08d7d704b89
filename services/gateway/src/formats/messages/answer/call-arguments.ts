/** Follows the arguments of one call as they come, to tell when all of them are there: they are one JSON object. */
export class CallArguments {
  private depth = 0;
  private isInString = false;
  private isEscaped = false;
  private hasBegun = false;

  get areWhole(): boolean {
    return this.hasBegun && this.depth === 0;
  }

  take(piece: string): void {
    for (const char of piece) {
      if (this.isInString) this.inString(char);
      else this.outside(char);
    }
  }

  private inString(char: string): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (char === '\\') this.isEscaped = true;
    else if (char === '"') this.isInString = false;
  }

  private outside(char: string): void {
    if (char === '"') this.isInString = true;
    else if (char === '{' || char === '[') this.depth += 1;
    else if (char === '}' || char === ']') this.depth -= 1;
    this.hasBegun ||= char.trim() !== '';
  }
}
