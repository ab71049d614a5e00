import * as z from 'zod/mini'

/** The search of pages from which people go on to where they wanted to be; checked when it is followed. */
export const ReturnToSearch = z.object({ returnTo: z.catch(z.optional(z.string()), undefined) })
