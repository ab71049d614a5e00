/** The page's nonce for style elements, from Vite's `<meta property="csp-nonce">`; '' where there is no policy. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

/** Tells the nonce to those libraries below Mantine that add style elements of their own (scroll lock of dialogs): they look for this name. */
export function shareStyleNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
}
