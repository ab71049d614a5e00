/** The zoom levels besides 1, the container's width. */
const sizes = [0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3] as const

export const largerThan = (zoom: number): number => sizes.find((size) => size > zoom) ?? zoom
export const smallerThan = (zoom: number): number => sizes.findLast((size) => size < zoom) ?? zoom
