import { defineText } from '../../contract/text.ts'

export const whereText = defineText({
  en: {
    'meaning.refused-by-device': '{ip} {protocol} {port} refused-by-device',
    'meaning.silent-device': '{ip} {protocol} {port} silent-device',
    'meaning.no-device': '{ip} {protocol} {port} no-device',
    'meaning.wrong-address': '{ip} {protocol} {port} wrong-address',
    'meaning.refused-at-address': '{ip} {protocol} {port} refused-at-address',
    'meaning.silent-at-address': '{ip} {protocol} {port} silent-at-address',
    'meaning.refused-on-the-way': '{ip} {protocol} {port} refused-on-the-way',
    'meaning.stopped-before': '{ip} {protocol} {port} stopped-before',
    'meaning.router-reached': '{ip} {protocol} {port} router-reached',
    'meaning.cannot-tell': '{ip} {protocol} {port} cannot-tell',
  },
  ko: {
    'meaning.refused-by-device': '{ip} {protocol} {port} refused-by-device',
    'meaning.silent-device': '{ip} {protocol} {port} silent-device',
    'meaning.no-device': '{ip} {protocol} {port} no-device',
    'meaning.wrong-address': '{ip} {protocol} {port} wrong-address',
    'meaning.refused-at-address': '{ip} {protocol} {port} refused-at-address',
    'meaning.silent-at-address': '{ip} {protocol} {port} silent-at-address',
    'meaning.refused-on-the-way': '{ip} {protocol} {port} refused-on-the-way',
    'meaning.stopped-before': '{ip} {protocol} {port} stopped-before',
    'meaning.router-reached': '{ip} {protocol} {port} router-reached',
    'meaning.cannot-tell': '{ip} {protocol} {port} cannot-tell',
  },
})
