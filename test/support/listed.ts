/** Returns the words of a text, which stand between spaces and ends of lines. */
export const listed = (text: string): string[] => text.trim().split(/\s+/)
