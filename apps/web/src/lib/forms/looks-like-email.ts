/** Whether a text may be an address: something, an @, a domain with a dot or a host. */
export const looksLikeEmail = (text: string) => /^[^\s@]+@[^\s@]+$/u.test(text.trim())
