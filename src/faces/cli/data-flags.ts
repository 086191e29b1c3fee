import type { Flags } from '../../settings/command-line.ts'
import type { FlagRow } from './verb.ts'

/** The flags of `doorstep data build`. */
export const BUILD_FLAGS = [
  {
    flag: 'city',
    placeholder: 'FILE ...',
    meaning: 'Places: DB-IP City Lite, GeoLite2 City or ip-location-db; countries alone from IPinfo Lite and iptoasn',
    korean: '위치: DB-IP City Lite, GeoLite2 City, ip-location-db. 국가만 쓰려면 IPinfo Lite, iptoasn',
  },
  {
    flag: 'asn',
    placeholder: 'FILE ...',
    meaning: 'Networks: DB-IP ASN Lite, GeoLite2 ASN, IPinfo Lite, iptoasn or ip-location-db',
    korean: '네트워크: DB-IP ASN Lite, GeoLite2 ASN, IPinfo Lite, iptoasn, ip-location-db',
  },
  {
    flag: 'country',
    placeholder: 'FILE ...',
    meaning: 'Countries, which tell the registries of legacy blocks: any of these publishers',
    korean: '국가: 예전에 할당된 대역의 등록 기관을 알아내는 데 씁니다. 위의 모든 배포자의 파일을 쓸 수 있습니다',
  },
  { flag: 'out', placeholder: 'FILE', meaning: 'The data file to write', korean: '만들 데이터 파일' },
  {
    flag: 'date',
    placeholder: 'YYYY-MM-DD',
    meaning: 'The date of the sources, if neither they nor their names have the right one',
    korean: '원본의 날짜. 파일이나 파일 이름에 바른 날짜가 없을 때 지정합니다',
  },
  {
    flag: 'licence',
    placeholder: 'NAME',
    meaning: 'The licence of sources whose publisher is not known',
    korean: '배포자를 알 수 없는 원본의 라이선스',
  },
  { flag: 'licence-url', placeholder: 'URL', meaning: 'Where that licence is', korean: '그 라이선스의 주소' },
  {
    flag: 'attribution',
    placeholder: 'TEXT',
    meaning: 'The credit that it asks for',
    korean: '그 라이선스에서 요구하는 출처 표시',
  },
  { flag: 'attribution-url', placeholder: 'URL', meaning: 'What that credit links to', korean: '출처 표시에 연결할 주소' },
  {
    flag: 'json',
    placeholder: '',
    meaning: 'Print the manifest of the file in JSON',
    korean: '파일의 목록(manifest)을 JSON으로 출력합니다',
  },
] as const satisfies readonly FlagRow[]

const FOLDER_FLAG = {
  flag: 'data-dir',
  placeholder: 'FOLDER',
  meaning: 'The folder of the data; start servers with the same one. DOORSTEP_DATA_DIR also names it',
  korean: '데이터 폴더. 서버도 같은 폴더로 시작합니다. DOORSTEP_DATA_DIR 변수로도 지정할 수 있습니다',
} as const satisfies FlagRow

/** The flags of `doorstep data update`. */
export const UPDATE_FLAGS = [
  {
    flag: 'from',
    placeholder: 'FILE|URL',
    meaning:
      'A data file of doorstep data build, or a file of DB-IP, GeoLite2, IPinfo, iptoasn or ip-location-db; repeat it for files that belong together',
    korean:
      'doorstep data build로 만든 데이터 파일, 또는 DB-IP, GeoLite2, IPinfo, iptoasn, ip-location-db 파일. 함께 쓰는 파일이 여럿이면 옵션을 여러 번 씁니다',
  },
  {
    flag: 'yes',
    placeholder: '',
    meaning: 'Without --from: fetch both files of DB-IP, places and networks, without the question',
    korean: '--from이 없을 때 DB-IP의 위치 파일과 네트워크 파일을 묻지 않고 모두 받습니다',
  },
  FOLDER_FLAG,
  {
    flag: 'date',
    placeholder: 'YYYY-MM-DD',
    meaning: 'The day of the sources, if neither they nor their names have the right one; when a file was written does not count',
    korean: '원본의 날짜. 파일이나 파일 이름에 바른 날짜가 없을 때 지정합니다. 파일을 저장한 날짜는 쓰지 않습니다',
  },
  {
    flag: 'extra-ca',
    placeholder: 'FILE',
    meaning: 'Certificates that an HTTPS server may have in addition to the bundled roots',
    korean: '내장된 루트 인증서 외에 HTTPS 서버를 확인할 때 신뢰할 인증서',
  },
  { flag: 'json', placeholder: '', meaning: 'Print the outcome in JSON', korean: '결과를 JSON으로 출력합니다' },
] as const satisfies readonly FlagRow[]

/** The flags of `doorstep data rollback`. */
export const ROLLBACK_FLAGS = [
  FOLDER_FLAG,
  { flag: 'json', placeholder: '', meaning: 'Print the outcome in JSON', korean: '결과를 JSON으로 출력합니다' },
] as const satisfies readonly FlagRow[]

/** Flags of updates that are not settings. */
export const RENEWING: Flags = {
  from: { type: 'string', multiple: true },
  date: { type: 'string' },
  yes: { type: 'boolean' },
}
