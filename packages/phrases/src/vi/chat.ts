import type english from '../en/chat.ts'
import type { Translation } from '../translation.ts'

export default {} as const satisfies Translation<typeof english, 'vi'>
