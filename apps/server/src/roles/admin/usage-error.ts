import { StartError } from '../../platform/start-error.ts'

/** The command has invalid arguments, or names something unknown. */
export class UsageError extends StartError {}
