import { text } from '../../lib/text/parse.ts'
import { stored } from '../../lib/stored.ts'

/** The token of the setup link, stored by this tab while its visitor signs up. */
const storedSetupToken = stored('setupToken', text, () => sessionStorage)

/** The token of the opened link, now or before signing up; null if there is none. */
export function takeSetupToken(): string | null {
  const inAddress = location.hash.slice(1)
  if (inAddress === '') return storedSetupToken.read()
  storedSetupToken.write(inAddress)
  // Removed from the URL: it would be in the history, in screenshots and in pasted links.
  history.replaceState(history.state, '', location.pathname + location.search)
  return inAddress
}

export const forgetSetupToken = (): void => storedSetupToken.remove()
