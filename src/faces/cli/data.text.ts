import { defineText, inBoth } from '../../contract/text.ts'

const WORDS = inBoth({
  usage: ['Usage: {line}', '사용법: {line}'],
  Flags: ['Flags', '옵션'],
  Example: ['Example', '예'],
  flags: ['[FLAGS]', '[옵션]'],
  building: ['building the {id} data', '{id} 데이터를 만드는 중'],
  'nothing-written': ['{why}; nothing was written', '{why}. 파일은 만들지 않았습니다'],
  'nothing-changed': ['{why}; nothing has changed', '{why}. 데이터는 바뀌지 않았습니다'],
  'without-licence': ['without a licence', '라이선스 없음'],
  built: ['{id}: {name}, {date}, {count} {networks}, {terms}', '{id}: {name}, {date}, {networks} {count}개, {terms}'],
  network: ['network', '네트워크'],
  networks: ['networks', '네트워크'],
  written: ['{file}: {bytes} bytes', '{file}: {bytes}바이트'],
  'not-a-line': ['--{flag}: {value} is not a line of 1 to 300 characters', '--{flag}: {value} 값은 1-300자의 한 줄이어야 합니다'],
  'not-a-day': ['--{flag}: {value} is not a day such as 2026-11-01', '--{flag}: {value} 값은 2026-11-01과 같은 날짜여야 합니다'],
  'needs-out': ['data build needs --out FILE: see {see}', 'data build 명령에는 --out FILE 옵션이 필요합니다. 도움말: {see}'],
  'not-fetched': ['nothing was fetched', '아무것도 받지 않았습니다'],
  identical: ['{id}: identical to the data in use, and so not newer', '{id}: 사용 중인 데이터와 같으므로 새 데이터가 아닙니다'],
  'up-to-date': ['already up to date', '이미 최신 데이터입니다'],
  'in-use': ['in use by every server with --data-dir {folder}', '--data-dir {folder} 옵션으로 실행한 모든 서버에서 사용합니다'],
  restored: ['{id}: back to {date}, {origin}', '{id}: {date} 데이터({origin})로 되돌렸습니다'],
  'from-file': ['embedded in the file', '실행 파일에 내장'],
  'from-folder': ['from the folder', '폴더'],
})

/** The sentences of `doorstep data` and of the words that follow it. */
export const dataText = defineText({
  en: {
    ...WORDS.en,
    'about-build': `Makes a data file from the files of publishers. What is not named is taken from the
embedded data. Files may be MMDB, CSV, TSV or JSON lines, each plain or gzipped.`,
    'about-update': `Puts newer data into a folder, if they can be what they say. Servers that were started
with --data-dir take them within seconds. Whatever is refused changes nothing.`,
    'about-rollback': `Returns to the data in a folder before the last update, which may be those that are
embedded in doorstep. A second rollback returns to what it left.`,
    'unknown-publisher': '{id}: nobody is known to publish {source}; name its licence with --licence and --attribution',
    'not-a-link': '--{flag}: {value} is not an http(s) address of at most 300 characters',
    'needs-source': 'data build needs --city, --asn or --country: see {see}',
    'unexpected-file': 'unexpected argument {word} after "data build": see {see}',
    'needs-yes':
      'data update needs --from FILE|URL here, or --yes to fetch the files of DB-IP: there is no terminal in which to ask',
    offer: `DB-IP offers newer data under {licence}; pages that show them link to {link} ({credit}).
{addresses}
Fetch both into {folder}? [y/N] `,
    'needs-folder': 'name the folder of the data with --{flag} FOLDER or {variable}',
    'rolled-back': 'unchanged since it was rolled back: not taken again; doorstep data rollback returns to it',
    replaced: '{id}: {date} replaces {before}; {records} networks, {agreeing} of {canaries} addresses agree',
  },
  ko: {
    ...WORDS.ko,
    'about-build': `배포자의 파일로 데이터 파일을 만듭니다. 지정하지 않은 데이터는 내장된 데이터에서
가져옵니다. MMDB, CSV, TSV, JSON Lines 파일과 이를 gzip으로 압축한 파일을 쓸 수 있습니다.`,
    'about-update': `새 데이터를 검증한 뒤 폴더에 넣습니다. --data-dir 옵션으로 시작한 서버에는 몇 초 안에
적용됩니다. 검증을 통과하지 못하면 아무것도 바뀌지 않습니다.`,
    'about-rollback': `폴더의 데이터를 마지막 갱신 이전으로 되돌립니다. 이전 데이터는 doorstep에 내장된
데이터일 수도 있습니다. 한 번 더 실행하면 되돌리기 전의 데이터로 돌아갑니다.`,
    'unknown-publisher':
      '{id}: {source} 파일의 배포자를 알 수 없습니다. --licence 옵션과 --attribution 옵션으로 라이선스를 지정하십시오',
    'not-a-link': '--{flag}: {value} 값은 300자 이하의 http(s) 주소여야 합니다',
    'needs-source': 'data build 명령에는 --city, --asn, --country 옵션 중 하나가 필요합니다. 도움말: {see}',
    'unexpected-file': '"data build" 명령 뒤에 알 수 없는 인수가 있습니다: {word}. 도움말: {see}',
    'needs-yes':
      '여기에서는 data update 명령에 --from FILE|URL 옵션이 필요합니다. DB-IP 파일을 받으려면 --yes 옵션을 쓰십시오. 터미널이 아니어서 물어볼 수 없습니다',
    offer: `DB-IP에서 새 데이터를 {licence} 라이선스로 제공합니다. 데이터를 표시하는 페이지에는 {link} 링크({credit})를 넣어야 합니다.
{addresses}
두 파일을 받아 {folder} 폴더에 넣을까요? [y/N] `,
    'needs-folder': '데이터 폴더를 --{flag} FOLDER 옵션이나 {variable} 변수로 지정하십시오',
    'rolled-back':
      '되돌린 뒤로 바뀌지 않은 데이터이므로 다시 받아들이지 않습니다. 이 데이터로 돌아가려면 doorstep data rollback을 실행하십시오',
    replaced:
      '{id}: {before} 데이터를 {date} 데이터로 바꾸었습니다. 네트워크 {records}개, 주소 {canaries}개 중 {agreeing}개 일치',
  },
})

const VALUES: Readonly<Record<string, string>> = {
  city: '도시(city)',
  network: '네트워크(network)',
  registry: '등록 기관(registry)',
  timezone: '시간대(timezone)',
  embedded: '실행 파일에 내장',
  'data-dir': '데이터 폴더',
  file: '지정한 파일',
  true: '예',
  false: '아니요',
}

export function koreanDataset(dataset: object): object {
  return Object.fromEntries(Object.entries(dataset).map(([field, value]) => [field, VALUES[String(value)] ?? value]))
}

/** The Korean names of what `doorstep data` says of each database, by its fields in JSON. */
export const DATA_FIELDS: Readonly<Record<string, string>> = {
  id: '종류',
  name: '이름',
  source: '원본',
  licence: '라이선스',
  licenceUrl: '라이선스 주소',
  attribution: '출처 표시',
  attributionUrl: '출처 주소',
  buildDate: '기준일',
  records: '레코드 수',
  replaced: '교체됨',
  origin: '위치',
  ageDays: '경과 일수',
}

/** The meanings of the flags of `doorstep data`, those that differ after the word that they follow. */
export const dataFlagsText = defineText({
  en: {
    city: 'Places: DB-IP City Lite, GeoLite2 City or ip-location-db; countries alone from IPinfo Lite and iptoasn',
    asn: 'Networks: DB-IP ASN Lite, GeoLite2 ASN, IPinfo Lite, iptoasn or ip-location-db',
    country: 'Countries, which tell the registries of legacy blocks: any of these publishers',
    out: 'The data file to write',
    'build-date': 'The date of the sources, if neither they nor their names have the right one',
    licence: 'The licence of sources whose publisher is not known',
    'licence-url': 'Where that licence is',
    attribution: 'The credit that it asks for',
    'attribution-url': 'What that credit links to',
    'build-json': 'Print the manifest of the file in JSON',
    from: 'A data file of doorstep data build, or a file of DB-IP, GeoLite2, IPinfo, iptoasn or ip-location-db; repeat it for files that belong together',
    yes: 'Without --from: fetch both files of DB-IP, places and networks, without the question',
    'data-dir': 'The folder of the data; start servers with the same one. DOORSTEP_DATA_DIR also names it',
    'update-date':
      'The day of the sources, if neither they nor their names have the right one; when a file was written does not count',
    'extra-ca': 'Certificates that an HTTPS server may have in addition to the bundled roots',
    json: 'Print the outcome in JSON',
  },
  ko: {
    city: '위치: DB-IP City Lite, GeoLite2 City, ip-location-db. 국가만 쓰려면 IPinfo Lite, iptoasn',
    asn: '네트워크: DB-IP ASN Lite, GeoLite2 ASN, IPinfo Lite, iptoasn, ip-location-db',
    country: '국가: 예전에 할당된 대역의 등록 기관을 알아내는 데 씁니다. 위의 모든 배포자의 파일을 쓸 수 있습니다',
    out: '만들 데이터 파일',
    'build-date': '원본의 날짜. 파일이나 파일 이름에 바른 날짜가 없을 때 지정합니다',
    licence: '배포자를 알 수 없는 원본의 라이선스',
    'licence-url': '그 라이선스의 주소',
    attribution: '그 라이선스에서 요구하는 출처 표시',
    'attribution-url': '출처 표시에 연결할 주소',
    'build-json': '파일의 목록(manifest)을 JSON으로 출력합니다',
    from: 'doorstep data build로 만든 데이터 파일, 또는 DB-IP, GeoLite2, IPinfo, iptoasn, ip-location-db 파일. 함께 쓰는 파일이 여럿이면 옵션을 여러 번 씁니다',
    yes: '--from이 없을 때 DB-IP의 위치 파일과 네트워크 파일을 묻지 않고 모두 받습니다',
    'data-dir': '데이터 폴더. 서버도 같은 폴더로 시작합니다. DOORSTEP_DATA_DIR 변수로도 지정할 수 있습니다',
    'update-date': '원본의 날짜. 파일이나 파일 이름에 바른 날짜가 없을 때 지정합니다. 파일을 저장한 날짜는 쓰지 않습니다',
    'extra-ca': '내장된 루트 인증서 외에 HTTPS 서버를 확인할 때 신뢰할 인증서',
    json: '결과를 JSON으로 출력합니다',
  },
})
