import { defineJob } from '../platform/queue.ts'
import type { TitleJob } from '../answers/index.ts'

/** Names a chat after its first answer. */
export const nameChat = defineJob<TitleJob>('name-chat', { retryLimit: 3, timeoutSeconds: 90 })
