import { text } from '../../lib/text/parse.ts'
import { stored } from '../../lib/stored.ts'

/** The account in which the user waits for the decision on a request for credits. */
export const storedCreditRequest = stored('creditRequest', text)
