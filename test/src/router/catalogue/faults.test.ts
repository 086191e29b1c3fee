import { describe, expect, test } from 'bun:test'
import { wordingFault } from '../../../../src/router/catalogue/faults.ts'
import { cpuMsOf } from '../../../support/cost.ts'

test.each([
  'Password: hunter2',
  'Password: motorola',
  'Password: Motorola.',
  'password=admin',
  'Sign in with the password admin.',
  'The initial password is 12345678.',
  'The password is "x".',
  'PW: 0000',
  'Password (initial): kttel',
  'admin/admin',
  'Sign in as admin / password.',
  'root|1234',
  'root: root',
  '비밀번호: admin',
  '비밀번호: 1111',
  '비밀번호는 1234입니다.',
  '초기 암호는 admin입니다.',
  '암호는 "x"입니다.',
  '아이디 admin, 비밀번호 admin을 입력하십시오.',
  '비밀 번호 : abcd1234',
  '비밀번호: 없음',
  'Passwort: geheim',
  "Log in as admin with the password 'admin'.",
  '초기 비밀번호(admin1234)를 입력하십시오.',
  '기본 계정은 admin, 암호 없음',
  'ID/PW: admin/admin',
])('a stated password: %s', (text) => expect(wordingFault(text)?.en).toStartWith('seems to contain a password'))

test.each([
  'The administrator password is printed on the label of the device.',
  'Password: see the label.',
  'Password: printed on the label',
  'Wi-Fi password: ********',
  'Wi-Fi Password: XXXXXXXX',
  'Password:',
  'The password has 8 to 63 characters.',
  'The password is 8-63 characters long.',
  'The password is a 12-digit number.',
  'The Wi-Fi password is WPA3 only.',
  'The password is user-defined.',
  'The password is the one that you set.',
  'Enter the "Device password" of the label.',
  'Device password(관리자 암호)',
  '암호는 라벨에 적혀 있습니다.',
  "관리자 암호는 '관리자 웹 접속 암호' 줄에 있습니다.",
  '모든 제품에 공통으로 쓰는 암호는 없습니다.',
  '비밀번호: 라벨 참조',
  '비밀번호는 4자리입니다.',
  'http://192.168.0.1/admin/admin.html',
  'Choose Admin / User in the menu.',
  'and/or',
  'Password (default)',
  'Device password (admin password)',
  'Wi-Fi password (8-63 characters)',
  'The password was changed in 2024.',
  'Ask for the password on 080-1234-5678.',
  'A password of at least 12 characters.',
  '암호는 8자 이상이어야 합니다.',
  '비밀번호를 2회 이상 틀리면 잠깁니다.',
])('a text about passwords that states none: %s', (text) => expect(wordingFault(text)).toBeNull())

describe('characters that should not be seen, or cannot be', () => {
  test.each([
    ['a\nb', 'contains a line break (U+000A)'],
    ['a\r', 'contains a line break (U+000D)'],
    ['a\u2028b', 'contains a line break (U+2028)'],
    ['a\tb', 'contains a tab (U+0009)'],
    ['a\u001b[31mb', 'contains a control character (U+001B)'],
    ['a\u0085b', 'contains a line break (U+0085)'],
    ['a\u202eb', 'contains an invisible character (U+202E)'],
    ['a\u2066b', 'contains an invisible character (U+2066)'],
    ['a\u200bb', 'contains an invisible character (U+200B)'],
    ['\ufeffa', 'contains an invisible character (U+FEFF)'],
    ['a\ud800b', 'contains half a character (U+D800)'],
    ['<img src=x onerror=alert(1)>', 'contains an HTML tag ("<img")'],
    ['a</b>', 'contains an HTML tag ("</b")'],
    ['<!-- -->', 'contains an HTML tag ("<!--")'],
    ['<SCRIPT>', 'contains an HTML tag ("<SCRIPT")'],
  ])('%j', (text, says) => expect(wordingFault(text)?.en).toStartWith(says))

  test.each(['a < b', '1 <2', 'x > y', 'میخواهم\u200cبروم', '👨\u200d👩\u200d👧', 'R&D', "L'Internet", '네트워크 > NAT'])(
    '%s is text',
    (text) => expect(wordingFault(text)).toBeNull(),
  )
})

test('a long text is judged in time proportional to its length', () => {
  for (const piece of ['password ', 'password: ', '비밀번호는 ', 'admin/', 'a', '<', '(', 'password (']) {
    const text = piece.repeat(200_000 / piece.length)
    expect(cpuMsOf(() => wordingFault(text))).toBeLessThan(500)
  }
})
