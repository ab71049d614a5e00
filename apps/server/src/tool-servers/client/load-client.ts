/** Loads the client of tool servers when one is first reached: its protocol's packages have two hundred modules. */
export const loadClient = () => import('./connect.ts')
