import type english from '../en/mails.ts'
import type { Translation } from '../translation.ts'

export default {} as const satisfies Translation<typeof english, 'fr'>
