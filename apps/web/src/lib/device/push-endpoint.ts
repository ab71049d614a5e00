import { text } from '../text/parse.ts'
import { stored } from '../stored.ts'

/** The endpoint of this browser's push subscription; deleted with the person's other data when they sign out. */
export const pushEndpoint = stored('push', text)
