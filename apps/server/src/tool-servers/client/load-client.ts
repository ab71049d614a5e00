/** Loads the client of tool servers when one is first reached: its protocol's packages are two hundred modules. */
export const loadClient = () => import('./connect.ts')
