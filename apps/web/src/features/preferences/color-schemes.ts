import type { ColorScheme } from '@atrium/contract'

export const colorSchemes = ['light', 'dark', 'auto'] as const satisfies readonly ColorScheme[]
