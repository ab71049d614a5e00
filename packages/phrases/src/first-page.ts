import common from './en/common.ts'
import errors from './en/errors.ts'
import identity from './en/identity.ts'

/** The English phrases of the first page, for loading together with the program. */
export const firstPage = { common, errors, identity }
