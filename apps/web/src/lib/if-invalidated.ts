/**
 * For `refetchOnMount` of lists that notices keep current: a part of a page that opens reloads them only if they are known to be
 * outdated. Returning to the tab reloads them as usual.
 */
export const ifInvalidated = ({ state }: { state: { isInvalidated: boolean } }): boolean =>
  state.isInvalidated
