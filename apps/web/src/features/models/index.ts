export { AllowedModelsField } from './allowed-models-field.tsx'
export { CompareTool } from './compare-tool.tsx'
export { ModelOptions } from './model-options.tsx'
export { ModelPicker } from './model-picker.tsx'
