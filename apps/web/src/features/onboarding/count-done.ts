import type { FirstSteps } from '@atrium/contract'

export const stepCount = 3

export const countDone = ({ hasInvited, hasFile, hasUsedTemplate }: FirstSteps): number =>
  [hasInvited, hasFile, hasUsedTemplate].filter(Boolean).length
