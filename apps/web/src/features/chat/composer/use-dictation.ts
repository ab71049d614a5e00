import { useEffect, useRef, useState } from 'react'
import { currentLanguage } from '../../../lib/i18n.ts'
import { showError } from '../../../lib/toasts/show-error.ts'

/** The part of the browser's speech recognition that is used here; TypeScript's library does not have it. */
type Recognition = EventTarget & {
  lang: string
  continuous: boolean
  interimResults: boolean
  start(): void
  stop(): void
  abort(): void
}
type RecognitionResults = {
  resultIndex: number
  results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }>
}
type RecognitionClass = new () => Recognition

const recognitionClass = (): RecognitionClass | undefined => {
  const { SpeechRecognition, webkitSpeechRecognition } = window as {
    SpeechRecognition?: RecognitionClass
    webkitSpeechRecognition?: RecognitionClass
  }
  return SpeechRecognition ?? webkitSpeechRecognition
}

export const canDictate = () => recognitionClass() !== undefined

const speechLanguages = { en: 'en-US', fr: 'fr-FR', vi: 'vi-VN', zh: 'zh-CN', ar: 'ar-SA' } as const

/** Uses the browser's speech recognition and passes on each finished phrase. */
export function useDictation(onPhrase: (phrase: string) => void) {
  const [isListening, setIsListening] = useState(false)
  const hear = useRef(onPhrase)
  useEffect(() => {
    hear.current = onPhrase
  }, [onPhrase])
  useEffect(() => {
    const Recognition = recognitionClass()
    if (!isListening || Recognition === undefined) return
    const recognition = new Recognition()
    Object.assign(recognition, {
      lang: speechLanguages[currentLanguage()],
      continuous: true,
      interimResults: false,
    })
    recognition.addEventListener('result', (event) => {
      const { resultIndex, results } = event as Event & RecognitionResults
      for (const result of Array.from(results).slice(resultIndex))
        if (result.isFinal) hear.current(result[0]?.transcript.trim() ?? '')
    })
    recognition.addEventListener('error', (event) => {
      setIsListening(false)
      const harmless = ['aborted', 'no-speech']
      if (!harmless.includes((event as Event & { error: string }).error)) showError('chat:dictate.failed')
    })
    recognition.addEventListener('end', () => setIsListening(false))
    recognition.start()
    return () => recognition.abort()
  }, [isListening])
  return { isListening, toggle: () => setIsListening(!isListening) }
}
