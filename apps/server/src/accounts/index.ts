export { presentPlan, type Plan } from './plan.ts'
export { parsePlans, PlansFileError, readPlans, type Plans } from './read-plans.ts'
