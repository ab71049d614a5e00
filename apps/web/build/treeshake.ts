/** Our packages and the features' index files only export: unused exports can be dropped. Style imports have side effects. */
export const treeshake = {
  moduleSideEffects: (id: string) =>
    !/\/packages\/(contract|phrases|ui)\/src\/.*\.tsx?$|\/features\/[^/]+\/index\.ts$/.test(id),
}
