/** The parameters of a provider's redirect. Read from the raw address: a code of digits must stay a text. */
export type ProviderAnswer = {
  state: string
  code?: string
  iss?: string
  error?: string
  errorDescription?: string
}

/** Some providers send long descriptions, of which only the marker is useful. */
const maxDescriptionCharacters = 2000

/** Null when the address has none. */
export function readProviderAnswer(search: string): ProviderAnswer | null {
  const given = new URLSearchParams(search)
  const state = given.get('state')
  if (state === null || !(given.has('code') || given.has('error'))) return null
  const named = {
    code: given.get('code'),
    iss: given.get('iss'),
    error: given.get('error'),
    errorDescription: given.get('error_description')?.slice(0, maxDescriptionCharacters) ?? null,
  }
  const present = Object.entries(named).filter(([, value]) => value !== null && value !== '')
  return { state, ...Object.fromEntries(present) }
}
