import { defineText } from '../contract/text.ts'

/** The notes about lines, for whoever is about to type them: one sentence each. */
export const commandsText = defineText({
  en: {
    'web-server': 'It uses the web server that runs already.',
    webroot: '/var/www/html stands for the folder that the web server shows on port 80.',
    standalone: 'It listens on port 80 itself, so nothing else may meanwhile.',
    'standalone-tls': 'It listens on port 443 itself, so nothing else may meanwhile.',
    test: 'This is a rehearsal: if it succeeds, take out --dry-run.',
    'test-acme-sh': 'This is a rehearsal: if it succeeds, put --server letsencrypt --force in place of --staging.',
    caddyfile: 'localhost:8080 stands for where your program listens.',
    'caddy-instead': 'Caddy replaces the web server that runs now; localhost:8080 stands for your program.',
    'caddy-keys': 'It takes the keys of {provider} from its environment; localhost:8080 stands for your program.',
    plugin: 'Install {plugin} first, and put the key of {provider} into the file.',
    'plugin-only': 'Install {plugin} first, and give it the key of {provider}.',
    keys: 'Put in your own keys of {provider}.',
    'keys-unnamed': 'The page of acme.sh on its DNS modules says which keys of {provider} it needs.',
    manual: 'It shows the TXT record to create, and renews nothing by itself.',
    'manual-twice':
      'The first line shows the TXT record to create; the second is for when it is there. It renews nothing by itself.',
    account: 'Put in the account keys (EAB) that {authority} gives you.',
    zone: 'A form asks for the parts of this line one by one.',
    'nginx-exception': 'Put this into the server block for port 80.',
    'nginx-redirect': 'Put this into the server block for port 80, in place of its redirect.',
    'caddy-exception': 'Put this into the site for port 80, before everything else.',
    'apache-redirect': 'Put this in place of the redirect.',
  },
  ko: {
    'web-server': '이미 실행 중인 웹 서버를 사용합니다.',
    webroot: '/var/www/html 대신 80번 포트의 웹 서버가 사용하는 폴더(문서 루트)를 입력하십시오.',
    standalone: '실행하는 동안 80번 포트를 직접 쓰므로 다른 프로그램이 쓰고 있으면 안 됩니다.',
    'standalone-tls': '실행하는 동안 443번 포트를 직접 쓰므로 다른 프로그램이 쓰고 있으면 안 됩니다.',
    test: '시험용 명령입니다. 성공하면 --dry-run 옵션을 빼고 실제 인증서를 발급받으십시오.',
    'test-acme-sh':
      '시험용 명령입니다. 성공하면 --staging 대신 --server letsencrypt --force 옵션을 넣어 실제 인증서를 발급받으십시오.',
    caddyfile: 'localhost:8080 대신 내 프로그램의 주소를 입력하십시오.',
    'caddy-instead': '지금 실행 중인 웹 서버 대신 Caddy를 사용합니다. localhost:8080 대신 내 프로그램의 주소를 입력하십시오.',
    'caddy-keys': '{provider} API 키를 Caddy의 환경 변수에 설정하십시오. localhost:8080 대신 내 프로그램의 주소를 입력하십시오.',
    plugin: '먼저 {plugin} 플러그인을 설치하고, 명령에 적힌 파일에 {provider} API 키를 저장하십시오.',
    'plugin-only': '먼저 {plugin} 플러그인을 설치하고, {provider} API 키를 설정하십시오.',
    keys: '{provider}에서 받은 API 키를 입력하십시오.',
    'keys-unnamed': '필요한 {provider} API 키는 acme.sh의 DNS 모듈 안내에서 확인하십시오.',
    manual: '실행하면 추가할 TXT 레코드가 나타납니다. 이 방법으로는 인증서가 자동으로 갱신되지 않습니다.',
    'manual-twice':
      '첫 번째 명령을 실행하면 추가할 TXT 레코드가 나타납니다. 레코드를 추가한 뒤 두 번째 명령을 실행하십시오. 인증서가 자동으로 갱신되지 않습니다.',
    account: '{authority}에서 받은 계정 키(EAB)를 입력하십시오.',
    zone: '존 파일의 한 줄입니다. 설정 화면에서는 항목별로 나누어 입력합니다.',
    'nginx-exception': '80번 포트의 server 블록에 넣으십시오.',
    'nginx-redirect': '80번 포트의 server 블록에 있는 리디렉션 대신 넣으십시오.',
    'caddy-exception': '80번 포트 사이트의 맨 앞에 넣으십시오.',
    'apache-redirect': '지금의 리디렉션 대신 넣으십시오.',
  },
})
