/** The names of the commands at home, in the order of help: for those who only need to know whether a word is one. */
export const HOME_NAMES: readonly string[] = ['home', 'listen', 'open', 'close']
