import type english from '../en/history.ts'
import type { Translation } from '../translation.ts'

export default {} as const satisfies Translation<typeof english, 'fr'>
