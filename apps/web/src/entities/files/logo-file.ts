import { limits } from '@atrium/contract'

export const logoTypes = ['image/png', 'image/jpeg'] as const
export type LogoType = (typeof logoTypes)[number]

export type LogoProblem = 'FILE_NOT_SUPPORTED' | 'FILE_TOO_LARGE'

/** Why a picture cannot be a logo, or null when it can. */
export function logoProblem(file: File): LogoProblem | null {
  if (!logoTypes.some((type) => type === file.type) || !/\.(png|jpe?g)$/i.test(file.name))
    return 'FILE_NOT_SUPPORTED'
  return file.size > limits.logoSizeBytes ? 'FILE_TOO_LARGE' : null
}
