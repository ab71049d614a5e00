export { ModifierFields } from './modifier-fields.tsx'
export { modifiersFrom, setModifiers } from './set-modifiers.ts'
