/** Why a document could not be read. */
export type DocumentProblem =
  /** It opens only with a password. */
  | 'PROTECTED'
  | 'DAMAGED'
  /** Its pages are pictures, and there is no page reader. */
  | 'SCANNED'
  | 'EMPTY'
  /** It is an image, and nothing here reads images. */
  | 'NO_IMAGE_READER'
  /** An image with too many pixels to decode. */
  | 'IMAGE_TOO_LARGE'
  /** A WebP of more bytes than are passed on; it cannot be made smaller here. */
  | 'WEBP_TOO_LARGE'
  /** It has too much text, pages or parts, or needs too much memory. */
  | 'TOO_LARGE'
  | 'TOO_SLOW'
  /** An Adobe XFA form, which only Acrobat renders. */
  | 'XFA_FORM'
  /** Its bytes are gone or inaccessible. */
  | 'UNAVAILABLE'
  /** The reader process crashed. */
  | 'INTERNAL'

/** A document that can't be read, with the reason. `cause` is only for the log. */
export class DocumentFailure extends Error {
  readonly problem: DocumentProblem

  constructor(problem: DocumentProblem, cause?: unknown) {
    super(`The document cannot be read: ${problem}.`, { cause })
    this.name = 'DocumentFailure'
    this.problem = problem
  }
}
