import { searchWeb } from './search-web.ts'
import type { Tool } from './tool.ts'

/** Every tool, in the order in which models see them. */
export const tools: readonly Tool[] = [searchWeb]
