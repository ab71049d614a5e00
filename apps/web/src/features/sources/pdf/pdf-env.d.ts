interface ImportMetaEnv {
  /** URL path of the data for drawing PDF documents. */
  readonly PDF_DATA: string
}
