export {
  startModelProvider,
  type ModelProvider,
  type ModelProviderOptions,
} from './model-provider/start-model-provider.ts'
export type { FinishReason, Step, Steps } from './model-provider/answer/steps.ts'
export type { FaultRule } from './model-provider/faults/fault-rules.ts'
export { faultNames } from './model-provider/faults/parse-faults.ts'
export { sandboxModels, type SandboxModel } from './model-provider/models.ts'
export type { RecordedRequest, RequestState } from './model-provider/recorded-requests.ts'
export { holdAnswer, type HeldAnswer, type Respond, type ScriptedCall } from './model-provider/script.ts'
export { benchModel, benchText, benchWord, type BenchModel } from './model-provider/bench/bench-model.ts'
export { countTokens, type Usage } from './model-provider/usage.ts'
export {
  sandboxSearchPort,
  startSearchService,
  type SearchService,
} from './search-service/start-search-service.ts'
export {
  sandboxToolsPort,
  serviceDeskTools,
  startToolServer,
  type ToolServer,
} from './tool-server/start-tool-server.ts'
export { startMailInbox, type MailInbox } from './mail-inbox/start-mail-inbox.ts'
export type { ReceivedMail } from './mail-inbox/received-mail.ts'
export { sandboxPaymentKey, sandboxPaymentsPort, sandboxWebhookSecret } from './payment-provider/keys.ts'
export { type PaymentSandbox, startPaymentProvider } from './payment-provider/start-payment-provider.ts'
