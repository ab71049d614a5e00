import type { AccountId, FileId } from '@atrium/contract'
import { defineJob } from '../platform/queue.ts'

/** Reads a file and makes it findable. */
export const indexFileJob = defineJob<{ accountId: AccountId; fileId: FileId }>('index-file', {
  retryLimit: 3,
  timeoutSeconds: 3600,
})
