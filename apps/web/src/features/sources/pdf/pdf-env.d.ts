interface ImportMetaEnv {
  /** Below which path of the site the data lies that PDF documents need to be drawn. */
  readonly PDF_DATA: string
}
