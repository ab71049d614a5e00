const mark = 'atrium.signed-in=1'

/**
 * Whether the server's marker cookie beside the session cookie exists. The session cookie itself is not readable. Only a
 * marker of the same origin is visible, so if the API has another origin, its absence means nothing.
 */
export const isMarkThere = (): boolean => document.cookie.split('; ').includes(mark)
