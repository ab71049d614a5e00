/** The page's nonce for style elements, from Vite's `<meta property="csp-nonce">`; '' where there is no policy. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}
