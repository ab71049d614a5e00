import { text } from '../text/parse.ts'

/** The search of pages from which people go on to where they wanted to be; what it holds is checked when it is followed. */
export type ReturnToSearch = { returnTo?: string | undefined }

export const readReturnTo = (search: Record<string, unknown>): ReturnToSearch => {
  const returnTo = text(search.returnTo)
  return returnTo === null ? {} : { returnTo }
}
