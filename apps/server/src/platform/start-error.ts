/** A reason not to start that an operator can fix. The message is a sentence for the terminal; it is printed without a stack trace. */
export class StartError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}
