const EXPECTED = 'is not the URL of a doorstep (https://doorstep.example.com or http://192.168.0.2:8080)'

/** Returns the URL of another doorstep, with a slash at its end: it may be below a path. Null without one. */
export function parseServerUrl(text: string): URL | null {
  if (text === '') return null
  const url = /^https?:\/\/[!-~]+$/i.test(text) ? URL.parse(text) : null
  if (url === null || url.search !== '' || url.hash !== '') throw new Error(EXPECTED)
  if (url.username !== '' || url.password !== '') throw new Error('has a user name or password, which doorstep does not ask for')
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  return url
}
