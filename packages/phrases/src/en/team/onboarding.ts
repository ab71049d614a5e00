/** The welcome of a new person, and the first steps of a new account. */
export default {
  'welcome.title': 'Welcome to Atrium',
  'welcome.step': 'Step {{step, number}} of {{count, number}}',
  'welcome.skip': 'Skip',
  'welcome.back': 'Back',
  'welcome.next': 'Next',
  'welcome.start': 'Get started',
  'welcome.ask.title': 'Ask any model',
  'welcome.ask.text':
    'Write a question, attach files and choose a model, or let Auto choose one. You see the price before you send.',
  'welcome.rooms.title': 'Work together in rooms',
  'welcome.rooms.text':
    'A room has its own members, files and instructions, and every chat in it uses them. Your chats stay private until you share them.',
  'welcome.sources.title': 'Check every answer',
  'welcome.sources.text':
    'Answers cite the passages that they use. Select a citation to read it in its document.',
  'steps.title': 'Get started',
  'steps.done': '{{done, number}} of {{count, number}} done',
  'steps.close': 'Close this list',
  'steps.invite': 'Invite people',
  'steps.file': 'Add a file',
  'steps.template': 'Use a template',
  'steps.isDone': 'Done',
  'steps.isOpen': 'To do',
} as const
