import type english from '../en/models.ts'
import type { Translation } from '../translation.ts'

export default {} as const satisfies Translation<typeof english, 'vi'>
