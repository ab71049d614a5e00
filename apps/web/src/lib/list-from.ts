import { ApiError } from './api/api-error.ts'

/** The list in a reply; anything else is remembered as an 'Invalid response structure'. */
export function listFrom<Item>(data: readonly Item[]): Item[] {
  if (Array.isArray(data)) return data
  throw new ApiError({ code: 'INVALID_RESPONSE', status: 200, message: 'Invalid response structure' })
}
