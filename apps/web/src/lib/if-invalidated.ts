/**
 * For `refetchOnMount` of lists that notices keep current: a part of a page that opens loads them again only if they are known to be outdated. Coming
 * back to the tab reloads them as usual.
 */
export const ifInvalidated = ({ state }: { state: { isInvalidated: boolean } }): boolean =>
  state.isInvalidated
