const mark = 'atrium.signed-in=1'

/**
 * Whether the server's mark beside the session's cookie is there. The cookie itself cannot be read. Only a mark of the
 * same origin is seen, so where the API is elsewhere its absence says nothing.
 */
export const isMarkThere = (): boolean => document.cookie.split('; ').includes(mark)
