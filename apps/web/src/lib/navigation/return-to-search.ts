import { text } from '../text/parse.ts'

/** The search parameters of pages that redirect to a requested page; the target is validated on use. */
export type ReturnToSearch = { returnTo?: string | undefined }

export const readReturnTo = (search: Record<string, unknown>): ReturnToSearch => {
  const returnTo = text(search.returnTo)
  return returnTo === null ? {} : { returnTo }
}
