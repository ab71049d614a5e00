import { ApiError } from './api/api-error.ts'

/** The list in a reply; throws 'Invalid response structure' for anything else. */
export function listFrom<Item>(data: readonly Item[]): Item[] {
  if (Array.isArray(data)) return data
  throw new ApiError({ code: 'INVALID_RESPONSE', status: 200, message: 'Invalid response structure' })
}
